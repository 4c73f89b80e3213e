"""Filters on music: genre, artist, album, media type, playlist, and the tracks' own columns."""
from chinook.aliases import GENRE_ALIASES, MEDIA_ALIASES, MEGABYTES
from questions.column_filters import number_filter, text_filter
from questions.parts import Filter, Value
from sql.names import literal, prose
from text.templates import expand
from text.words import speak

BEST_KNOWN_GENRES = ["Rock", "Jazz", "Metal", "Latin", "Blues", "Pop", "Classical", "Reggae"]
PLAYLISTS = ["Classical", "Grunge", "Brazilian Music", "Heavy Metal Classic", "90’s Music", "Music Videos",
             "On-The-Go 1", "TV Shows", "Music", "Classical 101 - Deep Cuts", "Classical 101 - The Basics",
             "Classical 101 - Next Steps"]
SPOKEN_ACDC = ["acdc", "ac dc", "ac/dc", "ACDC", "AC DC"]
TITLE_WORDS = """love night rock you blues live the world time heart day life man world black best great
greatest gold dance house fire rain moon sun girl baby man blood dead dream king hits unplugged""".split()
LONGEST_COMPOSER = 40

SIZES = [(">", ["larger than {k} MB", "bigger than {k}mb", "over {k} MB", "with a size over {k} MB"]),
         ("<", ["smaller than {k} MB", "under {k} MB", "less than {k} mb"])]
PRICES = [
    (0.99, "=", ["that cost 0.99", "with a price of 0.99", "priced at 0.99", "that cost $0.99",
                 "costing 99 cents"]),
    (1.99, "=", ["that cost 1.99", "priced at $1.99", "with a price of 1.99", "with unit price 1.99"]),
    (1, ">", ["that cost more than 1 dollar", "more expensive than 1", "costing more than a dollar",
              "with a price above 1", "that cost more than $1", "over 1 dollar"]),
    (0.99, ">", ["that cost more than 0.99", "more expensive than 0.99", "with a unit price above 0.99"]),
]
WITHOUT_COMPOSER = ["without a composer", "with no composer", "that have no composer",
                    "with unknown composer", "missing composer", "without composer",
                    "where the composer is missing", "with no composer listed", "that don't have a composer"]


def _is_value(column, stored, spoken, altered, after=""):
    """column = stored value."""
    equals = f" = {literal(stored)}"
    return Filter(column.table, column.ref + equals, prose(column.ref) + equals, after=after,
                  value=Value(column, stored, spoken, altered))


def genre(schema, rng, adjective_chance=0.6):
    """A genre, as an adjective or after the noun."""
    column = schema["Genre"].label[0]
    stored = rng.choice(BEST_KNOWN_GENRES) if rng.random() < 0.45 else rng.choice(column.pool)
    spoken, altered = stored, False
    if stored in GENRE_ALIASES and rng.random() < 0.5:
        spoken, altered = rng.choice(GENRE_ALIASES[stored]), True
    elif rng.random() < 0.65:
        spoken, altered = stored.lower(), True
    found = _is_value(column, stored, spoken, altered)
    if rng.random() < adjective_chance and stored != "TV Shows":
        found.before = spoken
    else:
        found.after = expand(rng, (
            "(in the {v} genre|in the genre {v}|of genre {v}|that are {v}|in genre {v}|of the {v} genre|"
            "from the {v} genre|with genre {v}|whose genre is {v})"
        ), v=spoken)
    return found


def artist(schema, rng, known_chance=0.75):
    """An artist, mostly a well-known one."""
    table = schema["Artist"]
    stored = rng.choice(table.well_known) if rng.random() < known_chance else rng.choice(table.label[0].pool)
    spoken, altered = speak(rng, stored, 0.5)
    if rng.random() < 0.08 and stored.startswith("The "):
        spoken, altered = spoken[len("The "):], True
    if stored == "AC/DC" and rng.random() < 0.6:
        spoken, altered = rng.choice(SPOKEN_ACDC), True
    after = expand(rng, "(by|by|by|by|from|of|by the artist|by the band|performed by|recorded by) {v}",
                   v=spoken)
    return _is_value(table.label[0], stored, spoken, altered, after)


def album(schema, rng):
    """An album by its title."""
    column = schema["Album"].label[0]
    stored = rng.choice(column.pool)
    spoken, altered = speak(rng, stored, 0.6)
    after = expand(rng, "(on|from|on the album|from the album|on album|in the album|in|of the album) {v}",
                   v=spoken)
    return _is_value(column, stored, spoken, altered, after)


def media_type(schema, rng):
    """A media type, by its name or another word for it."""
    column = schema["MediaType"].label[0]
    stored = rng.choice(column.pool)
    if rng.random() < 0.5:
        spoken, altered = rng.choice(MEDIA_ALIASES[stored]), True
    else:
        spoken, altered = speak(rng, stored, 0.5)
    after = expand(rng, "(in {v} format|with media type {v}|stored as {v}|of type {v}|in the format {v}|"
                        "that are {v}|that are {v}s)", v=spoken)
    return _is_value(column, stored, spoken, altered, after)


def playlist(schema, rng):
    """A playlist by its name."""
    column = schema["Playlist"].label[0]
    stored = rng.choice(PLAYLISTS)
    spoken, altered = stored.replace("’", "'"), "’" in stored
    if rng.random() < 0.5:
        spoken, altered = spoken.lower(), True
    after = expand(rng, (
        "(in the {v} playlist|on the {v} playlist|in the playlist {v}|in playlist {v}|on the playlist {v}|"
        "from the {v} playlist)"
    ), v=spoken)
    return _is_value(column, stored, spoken, altered, after)


def length(schema, rng):
    """Tracks longer or shorter than so many minutes or seconds."""
    return number_filter(rng, schema["Track"].column("Milliseconds"))


def size(schema, rng):
    """Tracks larger or smaller than so many megabytes."""
    megabytes = rng.choice([5, 10, 20, 50, 100])
    operator, wordings = rng.choice(SIZES)
    condition = f"{operator} {megabytes * MEGABYTES.factor}"
    return Filter(schema["Track"], f"@[Track.Bytes] {condition}", f"Track.Bytes {condition} ({megabytes} MB)",
                  after=rng.choice(wordings).replace("{k}", str(megabytes)))


def price(schema, rng):
    """Tracks at or above a price."""
    amount, operator, wordings = rng.choice(PRICES)
    condition = f"{operator} {amount}"
    return Filter(schema["Track"], f"@[Track.UnitPrice] {condition}", f"Track.UnitPrice {condition}",
                  after=rng.choice(wordings))


def composer(schema, rng):
    """Tracks whose composer contains a name."""
    column = schema["Track"].column("Composer")
    stored = rng.choice(column.pool)
    if rng.random() < 0.5:
        stored = stored.split(",")[0].split("/")[0].strip()
    if len(stored) > LONGEST_COMPOSER:
        stored = stored.split(",")[0][:LONGEST_COMPOSER]
    spoken = stored if rng.random() < 0.6 else stored.lower()
    rng.random()      # decides nothing any more; without it a seed would give other questions
    after = expand(rng, "(composed by|written by|by composer|whose composer is|by the composer|"
                        "with composer) {v}", v=spoken)
    return Filter(column.table, f"{column.ref} LIKE " + literal("%" + stored + "%"),
                  "Track.Composer contains " + literal(stored), after=after,
                  value=Value(column, stored, spoken, False))


def without_composer(schema, rng):
    """Tracks that have no composer."""
    return Filter(schema["Track"], "@[Track.Composer] IS NULL", "Track.Composer IS NULL",
                  after=rng.choice(WITHOUT_COMPOSER))


def title_words(table_name):
    """A filter on the name of the table's rows: a common word in it, or any LIKE."""
    def in_title(schema, rng):
        column = schema[table_name].label[0]
        if rng.random() < 0.5:
            word = rng.choice(TITLE_WORDS)
            noun = rng.choice(column.nouns[:2])
            after = expand(rng, (
                "(with|containing|that contain|that have|with the word|containing the word|"
                "whose {n} contains|with the word) {q} (in the {n}|in the title|in the name|in their {n}|)"
            ), n=noun, q=rng.choice([word, f"'{word}'", f'"{word}"', word]))
            return Filter(column.table, f"{column.ref} LIKE '%{word}%'",
                          f"{prose(column.ref)} contains '{word}'", after=after)
        return text_filter(rng, column)
    return in_title
