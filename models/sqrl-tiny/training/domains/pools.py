"""Values for the columns of the invented domains."""


def words(text):
    """The words of a text."""
    return text.split()


def pairs(firsts, seconds):
    """Each word of the first text with each of the second, in that order."""
    return [first + " " + second for first in firsts.split() for second in seconds.split()]


def after(word, names):
    """The names, each behind the same word."""
    return [word + " " + name for name in names]


FIRST_NAMES = words("""
James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan
Joseph Jessica Thomas Sarah Karen Christopher Nancy Daniel Lisa Matthew Betty Anthony Margaret Mark
Sandra Steven Ashley Paul Emily Andrew Donna Joshua Michelle Kevin Carol Brian Amanda George Melissa
Edward Deborah Ronald Stephanie Laura Jason Rebecca Jeffrey Helen Ryan Anna Jacob Ruth Gary Emma Eric
Olivia Jonathan Sofia Larry Maria Justin Chloe Scott Grace Ivan Yuki Chen Wei Aisha Omar Fatima Lars
Ingrid Pedro Lucia Marco Giulia Hans Greta Pierre Camille Raj Priya Kofi Ama Noah Mia Leo Zoe Hugo Nina
Otto Iris
""")
LAST_NAMES = words("""
Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez
Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez
Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker
Hall Rivera Campbell Mitchell Carter Roberts Kim Tanaka Sato Wang Li Zhang Müller Schmidt Rossi Bianchi
Dubois Moreau Silva Santos Novak Kowalski Ivanov Petrov Hansen Larsen O'Brien Murphy Patel Singh Khan
Ali Okafor Mensah Cohen Levy Costa Ferrari Weber Fischer Bauer Lindberg Virtanen
""")
CITIES = words("""
London Paris Berlin Madrid Rome Vienna Prague Dublin Lisbon Oslo Stockholm Helsinki Warsaw Budapest
Athens Tokyo Osaka Seoul Beijing Shanghai Mumbai Delhi Sydney Melbourne Toronto Montreal Vancouver
Chicago Boston Seattle Denver Austin Dallas Houston Phoenix Miami Atlanta Lima Bogota Santiago Nairobi
Lagos Cairo Accra
""") + ["New York", "Los Angeles", "San Francisco", "Mexico City", "Buenos Aires", "Cape Town",
            "Hong Kong"]
COUNTRIES = words("""
France Germany Spain Italy Portugal Poland Sweden Norway Finland Denmark Ireland Austria Belgium Greece
Hungary Japan China India Brazil Mexico Canada Australia Kenya Nigeria Egypt Chile Peru Argentina
""") + ["United States", "United Kingdom", "South Korea", "South Africa", "New Zealand"]

# By the name that a column's pool(name) gives.
POOLS = {
    "prodcat": words("Electronics Furniture Toys Clothing Groceries Garden Sports Books Beauty Tools")
    + ["Home & Kitchen", "Office Supplies", "Pet Care"],
    "product": pairs("Classic Smart Mini Ultra Eco Pro Deluxe Portable",
                     "Lamp Chair Desk Keyboard Backpack Mug Jacket Headphones Camera Bottle Kettle Watch "
                     "Sofa"),
    "dept": words("Engineering Marketing Finance Sales Research Legal Operations Cardiology Emergency "
                  "Radiology Mathematics Chemistry")
    + ["Human Resources", "Customer Support", "Computer Science"],
    "airline": pairs("Sky Blue Nordic Pacific Royal Global", "Air Airways Airlines Jet"),
    "airport": pairs("Northgate Riverside Lakeview Hillcrest Kingsford Bayside Westfield",
                     "International Regional Central"),
    "code": [letters + str(number) for letters in ("AX", "BK", "CR", "DM", "QT", "ZL")
             for number in (12, 27, 38, 45, 61, 83, 94)],
    "flightno": [letters + str(number) for letters in ("AA", "BA", "LH", "UA")
                 for number in (101, 212, 356, 478, 590, 633, 745)],
    "aircraft": ["Boeing 737", "Boeing 777", "Airbus A320", "Airbus A380", "Embraer E190", "Cessna 172",
                 "ATR 72"],
    "book": after("The", pairs("Silent Hidden Broken Golden Last Secret",
                               "Garden River Empire Mirror Forest Letter"))
    + pairs("Modern Applied Practical", "Statistics Biology Economics Cooking"),
    "team": pairs("Red Blue Golden Iron Royal Flying", "Lions Eagles Wolves Tigers Sharks Bears"),
    "project": pairs("Project Operation Summer Winter Alpha Green Bright",
                     "Phoenix Horizon Atlas Nova Mosaic Harvest Compass"),
    "film": after("The", pairs("Dark Lost Final Crimson Endless", "Knight City Voyage Promise Storm"))
    + pairs("Midnight Electric Paper", "Dreams Hearts Moon Town"),
    "branch": pairs("North South East West Central Harbor Old Park", "Side Branch Valley Station Point"),
    "hotel": after("Hotel", words("Aurora Bellevue Continental Diplomat Excelsior Miramar"))
    + pairs("Grand Royal Ocean Garden", "Palace Inn Resort Arena Hall"),
    "restaurant": ["Chez Paul", "La Piazza", "Spice Garden", "Golden Dragon", "Casa Azul", "The Rusty Spoon",
                   "Blue Lagoon", "Mama Rosa", "Sakura House", "Green Leaf", "Old Mill", "Bombay Palace"],
    "dish": ["Pad Thai", "Margherita Pizza", "Chicken Curry", "Fish Tacos", "Onion Soup", "Beef Burger",
             "Caesar Salad", "Lasagna", "Ramen", "Paella", "Falafel Wrap", "Tiramisu", "Spring Rolls",
             "Steak Frites"],
    "street": [number + " " + street for number in words("12 48 105 7 231 66")
               for street in ("Oak Street", "Main Street", "Park Avenue", "Elm Road", "Lake Drive",
                              "High Street")],
    "brand": words("Toyota Ford Honda BMW Audi Volvo Fiat Renault Kia Mazda Tesla Nissan Peugeot"),
    "carmodel": pairs("Astra Corsa Vento Luna Stella Orion Terra", "S GT X3 Sport"),
    "company": pairs("Blue Acme North Bright Nova Summit Delta Prime",
                     "Systems Foods Labs Industries Media Group"),
    "course": after("Introduction to", words("Algebra Biology Programming Philosophy Statistics"))
    + after("Advanced", words("Algebra Chemistry Databases Economics"))
    + ["World History", "Creative Writing", "Machine Learning", "Organic Chemistry", "Data Structures",
       "Music Theory"],
    "band": after("The", pairs("Velvet Electric Wild Lonely", "Foxes Rivers Shadows Kings"))
    + ["Nova", "Moonlight", "Static Age", "Paper Planes", "Los Amigos", "Kraken"],
    "song": pairs("Blue Silver Broken Golden Summer Burning Quiet Lost",
                  "Sky Rain Heart Road Night Fire Ocean Letters"),
    "animal": words("Lion Tiger Zebra Giraffe Penguin Panda Koala Wolf Otter Gorilla Falcon Beagle Poodle "
                    "Siamese Persian Labrador Moose")
    + ["Red Fox", "Snow Leopard", "Brown Bear", "Gray Seal"],
    "tag": words("python travel food health science politics music history fitness gaming"),
    "drug": words("Aspirin Ibuprofen Amoxicillin Metformin Lipitor Zoloft Insulin Ventolin Codeine "
                  "Paracetamol Xanax Omeprazole"),
    "party": ["Green Party", "Labour Party", "National Union", "Liberal Alliance", "Peoples Front",
              "Conservative Party", "Reform Movement"],
    "river": pairs("Silver Great Lower Upper Black White", "River Creek Canyon Delta Falls"),
    "mountain": after("Mount", words("Aldor Bern Cedar Dunn Everest Fuji Grant Hale"))
    + pairs("Eagle Silver Thunder", "Peak Ridge Forest Canyon"),
    "sport": words("Swimming Athletics Gymnastics Rowing Judo Fencing Cycling Boxing Skiing Hockey Archery "
                   "Sailing"),
    "event": pairs("Spring City World Grand Open", "Cup Masters Championship Marathon Classic"),
    "platform": ["PlayStation 5", "Xbox One", "Nintendo Switch", "PC", "PlayStation 4", "Steam Deck",
                 "Mobile"],
    "part": pairs("Front Rear Main Upper Steel Dental", "Valve Bracket Filter Panel Crown Gear Pump"),
    "journal": ["Nature", "Science", "Cell", "The Lancet", "Physical Review", "Journal of AI",
                "Annals of Biology"],
    "mission": pairs("Apollo Voyager Pioneer Ares Luna Orion", "1 3 7 11 12"),
}
