import {list} from './list.js';

/** The words that set the tone of English titles and band names. */
export type Mood = {
	adjectives: string[];
	nouns: string[];
	things: string[];
	firsts: string[];
	seconds: string[];
	masses: string[];
	places: string[];
	singles: string[];
};

const bright: Mood = {
	adjectives: list(`Paper, Silver, Borrowed, Crooked, Slow, Quiet, Distant, Wooden, Painted, Lucky, Sleepless,
		Second, Empty, Hollow, Northern, Faraway, Tangled, Reckless, Weightless, Restless, Copper, Cardboard,
		Secondhand, Unfinished, Ordinary, Invisible, Careless, Barefoot, Runaway, Homemade, Stubborn, Gentle,
		Upside-Down, Last, Wandering, Salted, Tin, Patient, Candlelit, Unlikely`),
	nouns:
		list(`Lantern, Harbour, River, Window, Letter, Engine, Garden, Mirror, Signal, Ferry, Orchard, Compass,
		Meadow, Station, Candle, Horizon, Avenue, Pocket, Staircase, Umbrella, Lighthouse, Suitcase, Carousel,
		Island, Railway, Feather, Bicycle, Chimney, Circus, Telephone, Satellite, Postcard, Doorway, Balcony,
		Anchor, Kite, Tower, Ladder, Clock, Bridge, Map, Telescope, Parade`),
	things: list(`Lanterns, Letters, Candles, Maps, Clocks, Bells, Embers, Feathers, Ladders, Anchors, Kites,
		Coins, Roses, Postcards, Keys, Boats, Sparrows, Windows, Umbrellas, Telegrams`),
	firsts:
		list(`Harbour, Midnight, Sunday, Winter, Railway, Kitchen, Station, Corner, Rooftop, Border, Morning,
		Hotel, Saturday, Attic, Ferry, Boulevard, Backyard, Cinema, Window, Valley, Monday, Autumn, Island,
		Lakeside, Orchard, Copper, Matinee`),
	seconds:
		list(`Lights, Bells, Letters, Parade, Rain, Radio, Weather, Ghosts, Static, Skyline, Postcards, Fever,
		Birds, Telegram, Holiday, Promises, Shoes, Serenade, Fires, Thunder, Secrets, Company, Kids, Manners,
		Arithmetic, Etiquette`),
	masses:
		list(`Rain, Silence, Snow, Dust, Moonlight, Static, Salt, Thunder, Sleep, Trouble, Weather, Daylight,
		Gravel, Fog, Honey, Wire`),
	places: list(`Carrow Bay, Ellery Street, Marlow Hill, Harrow Lane, Tidewater, Saint Orrin, Pell Harbour,
		the Old Pier, Low Bridge, Quarry Road, Larkspur Avenue, Mercy Point, Fenwick Square, the North Jetty,
		the Salt Road, Wren Park, Dunmere, Aldous Street, Kestrel Point, the Ferry House`),
	singles:
		list(`Undercurrent, Tailwind, Driftwood, Overcast, Landlocked, Afterglow, Paperweight, Sidestep, Windfall,
		Lamplighter, Understudy, Foxglove, Semaphore, Ballast, Slipstream, Heirloom, Featherweight, Tinderbox,
		Hinterland, Waterline, Nightjar, Switchback, Cloudbreak, Weathervane, Halfmoon, Sandcastle`),
};

const dark: Mood = {
	adjectives: list(`Iron, Ashen, Frozen, Bleak, Sunken, Molten, Rusted, Severed, Nameless, Buried, Starless,
		Crimson, Withered, Shattered, Drowned, Unholy, Burning, Forsaken, Grim, Thornbound, Moonless, Blighted,
		Wretched, Pale`),
	nouns:
		list(`Crown, Throne, Serpent, Furnace, Oath, Plague, Crypt, Wolf, Hammer, Sermon, Gallows, Raven, Colossus,
		Monolith, Harvest, Citadel, Tomb, Blade, Tyrant, Tide, Altar, Empire, Shroud, Catacomb, Beast, Orchard`),
	things: list(`Chains, Swords, Kings, Graves, Bones, Ravens, Torches, Idols, Banners, Wolves, Gods, Crowns,
		Hammers, Oaths`),
	firsts: list(
		`Blood, Bone, Grave, Storm, Winter, Doom, Night, Plague, Steel, Ash, Raven, Wolf, War, Thorn, Iron`,
	),
	seconds:
		list(`March, Covenant, Ritual, Engine, Prophet, Tide, Reign, Procession, Forge, Vigil, Lament, Descent,
		Hymn, Wake, Sermon, Parliament`),
	masses: list(`Ash, Fire, Iron, Bone, Ruin, Smoke, Frost, Thunder, Steel, Sorrow, Blood, Shadow`),
	places: list(`the Drowned Keep, Mount Vargen, the Black Fen, Rimegate, the Eleventh Gate, Gallows Moor,
		the Hollow Throne, Ashfall, Wolfsmere, the Sunless Coast, Karrowmoor, the Iron Steppe, Hexham Deep`),
	singles:
		list(`Gravewind, Oathbreaker, Rimefall, Hexhammer, Dreadnought, Gallowglass, Wolfsbane, Stormcaller,
		Thornlord, Bonemill, Ashenmoor, Nightforge, Gloamwatch, Frostbitten`),
};

const warm: Mood = {
	adjectives:
		list(`Blue, Mellow, Lazy, Velvet, Tender, Amber, Late, Smoky, Honeyed, Sugar, Easy, Lonesome, Sweet,
		Gentle, Barefoot, Sunlit, Satin, Drowsy, Patient, Tangerine, Dusty, Humble, Slow, Borrowed`),
	nouns:
		list(`Corner, Porch, Piano, Evening, Hammock, River, Kitchen, Veranda, Moon, Taxi, Hat, Coffee, Lemon,
		Saxophone, Harbour, Sidewalk, Rooster, Delta, Market, Balcony, Umbrella, Postman, Sunday, Suitcase`),
	things:
		list(`Lemons, Mangoes, Letters, Dances, Records, Roses, Blossoms, Candles, Suitcases, Teacups, Feathers,
		Shoes, Slippers`),
	firsts:
		list(`Corner, Sunday, Tuesday, Back Porch, Sugar, Tamarind, River, Rooftop, Moonlight, Ferry, Market,
		Riverside, Veranda, Boxcar, Two-Dollar, Uptown, Coconut, Evening, Café`),
	seconds:
		list(`Waltz, Stroll, Shuffle, Serenade, Strut, Swing, Breakfast, Lullaby, Conversation, Ballad, Rendezvous,
		Rain, Moon, Promenade, Business, Nocturne, Groove, Sway, Gossip`),
	masses: list(
		`Rain, Moonlight, Honey, Trouble, Sunshine, Smoke, Patience, Coffee, Sugar, Silence, Love, Dust`,
	),
	places: list(`Tamarind Bay, Carrow Street, the Blue Veranda, Old Mill Lane, Cassava Road, the Magnolia Room,
		Pell Street, Lowtown, the River Hotel, Dunmere, Palmetto Square, Saint Orrin, the Back Porch`),
	singles: list(`Saltwater, Lullwater, Moonlit, Cinnamon, Featherbed, Sundowner, Driftaway, Nightcap,
		Lamplight, Sugarloaf, Marmalade, Tumbledown`),
};

const city: Mood = {
	adjectives:
		list(`Neon, Digital, Analog, Concrete, Chrome, Parallel, Static, Infrared, Magnetic, Hidden, Vertical,
		Midnight, Plastic, Binary, Second-Floor, Fluorescent, Offline, Rented, Remote`),
	nouns:
		list(`Elevator, Circuit, Skyline, Modem, Subway, Pixel, Antenna, Escalator, Intercom, Alley, Transistor,
		Kiosk, Laundromat, Signal, Payphone, Crosswalk, Arcade, Rooftop, Vending Machine, Night Bus`),
	things: list(`Receipts, Headlights, Pixels, Passwords, Streetlights, Tickets, Numbers, Antennas, Sneakers,
		Speakers, Batteries`),
	firsts:
		list(`Night Bus, Corner, Platform, Rooftop, Basement, Signal, Satellite, Kerbside, Vinyl, Late Shift,
		Carousel, Parking Lot, Underpass`),
	seconds:
		list(`Theory, Protocol, Economics, Frequency, Cypher, Loop, Bassline, Broadcast, Directory, Manual, Drift,
		Reset, Anthem, Static`),
	masses: list(`Static, Bass, Neon, Noise, Chrome, Rain, Data, Concrete, Echo`),
	places:
		list(`Block Nine, Terminal B, the Overpass, Ellery Street, Platform Six, the Night Market, Quarry Road,
		the Thirteenth Floor, Depot Square`),
	singles:
		list(`Loopback, Overclock, Nightshift, Feedback, Afterhours, Subwoofer, Crossfade, Uplink, Sidewalks,
		Voicemail, Turnstile`),
};

/** The tones of English titles. */
export const MOODS = {bright, dark, warm, city};
