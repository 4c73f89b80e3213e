"""Facts on one artist, album or track."""
from chinook.intents.shared import fact_sample
from questions.parts import Filter, Value
from sql.names import literal
from text.templates import expand
from text.words import speak

# (question, tables to join, items, action) for one track.
TRACK_FACTS = [
    ("(who (sings|plays|performs|made|recorded|sang|played|is the artist of) [the song] {v}|"
     "{v} is by (whom|which artist|who)|what artist (sings|performs) {v}|"
     "which (artist|band) (performed|sings|plays|recorded|made) {v}|artist of the (song|track) {v}|"
     "who is {v} by)",
     ["Album", "Artist"], ["@[Artist.Name]"], "return the artist name"),
    ("(which album (is|has|contains) [the (song|track)] {v}|what album is {v} (on|from)|"
     "on (which|what) album is {v}|(which|what) album does {v} (belong to|come from|appear on)|"
     "album of the (song|track) {v}|which album is {v} on)",
     ["Album"], ["@[Album.Title]"], "return the album title"),
    ("(what genre is [the (song|track)] {v}|genre of [the (song|track)] {v}|what is the genre of {v}|"
     "(what|which) genre does [the (song|track)] {v} (belong to|have|fall under)|"
     "to which genre does {v} belong|{v} is what genre|what kind of music is {v})",
     ["Genre"], ["@[Genre.Name]"], "return the genre name"),
    ("(who (composed|wrote) [the (song|track)] {v}|composer of {v}|who is the (composer|writer) of {v})",
     [], ["@[Track.Composer]"], "return the composer"),
    ("(how long is [the (song|track)] {v} [in minutes]|"
     "(length|duration) of [the (song|track)] {v} in minutes|how many minutes is [the song] {v}|"
     "how many minutes does {v} (last|take|run)|how long does {v} last [in minutes])",
     [], ["ROUND(@[Track.Milliseconds] / 60000.0, 2)"], "convert Milliseconds to minutes"),
    ("(how much (is|does) [the (song|track)] {v} (cost|)|what is the price of {v}|"
     "price of the (song|track) {v})",
     [], ["@[Track.UnitPrice]"], "return UnitPrice"),
    ("(what (format|media type|file type) is {v}|media type of [the track] {v})",
     ["MediaType"], ["@[MediaType.Name]"], "return the media type"),
]


def artist_album_count(schema, rng):
    """How many albums an artist has."""
    artist = schema.filters["artist"](schema, rng)
    question = expand(rng, (
        "(how many albums does {v} have|how many albums did {v} (release|make|record)|"
        "number of albums by {v}|how many records does {v} have|how many albums (by|from) {v}|"
        "{v} album count|count albums by {v})"
    ), v=artist.value.spoken)
    return fact_sample(schema, "Album", ["COUNT(*)"], [artist], "count the albums", question)


def artist_track_count(schema, rng):
    """How many tracks an artist has."""
    artist = schema.filters["artist"](schema, rng)
    question = expand(rng, (
        "(how many (songs|tracks) does {v} have|how many (songs|tracks) (by|from) {v}|"
        "number of tracks by {v}|how many {v} songs (are there|do we have))"
    ), v=artist.value.spoken)
    return fact_sample(schema, "Track", ["COUNT(*)"], [artist], "count the tracks", question)


def album_track_count(schema, rng):
    """How many tracks an album has."""
    album = schema.filters["album"](schema, rng)
    question = expand(rng, (
        "(how many (songs|tracks) are on [the album] {v}|how many tracks does {v} have|"
        "how many tracks on {v}|number of tracks on [the album] {v})"
    ), v=album.value.spoken)
    return fact_sample(schema, "Track", ["COUNT(*)"], [album], "count the tracks", question)


def album_length(schema, rng):
    """How long an album is."""
    album = schema.filters["album"](schema, rng)
    question = expand(rng, (
        "(how long is the album {v} [in minutes]|total length of [the album] {v} in minutes|"
        "what is the total (duration|length|running time) of [the album] {v} in minutes|"
        "how many minutes is the album {v}|(running time|length) of the album {v} in minutes)"
    ), v=album.value.spoken)
    return fact_sample(schema, "Track", ["ROUND(SUM(@[Track.Milliseconds]) / 60000.0, 2)"], [album],
                       "sum Milliseconds divided by 60000.0 for minutes", question)


def album_artist(schema, rng):
    """Who made an album."""
    album = schema.filters["album"](schema, rng)
    question = expand(rng, (
        "(who (made|released|recorded|is the artist of) [the album] {v}|"
        "which (artist|band) (released|made|recorded) [the album] {v}|artist of [the album] {v}|"
        "whose album is {v}|who is the artist behind {v}|by whom is the album {v})"
    ), v=album.value.spoken)
    return fact_sample(schema, "Album", ["@[Artist.Name]"], [album], "return the artist name", question,
                       needs=["Artist"])


def track_fact(schema, rng):
    """Artist, album, genre, composer, length, price or media type of a track."""
    table = schema["Track"]
    column = table.label[0]
    stored = rng.choice(column.pool)
    spoken, altered = speak(rng, stored, 0.6)
    track = Filter(table, f"{column.ref} = {literal(stored)}", f"Track.Name = {literal(stored)}",
                   value=Value(column, stored, spoken, altered))
    wording, needs, items, action = rng.choice(TRACK_FACTS)
    return fact_sample(schema, "Track", items, [track], action, expand(rng, wording, v=spoken), needs=needs)
