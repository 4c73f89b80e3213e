"""Other names for Chinook's values: what people say for what is stored."""
from sql.schema import Conversion

COUNTRY_ALIASES = {
    "USA": [
        "us", "usa", "united states", "the us", "america", "the united states", "the usa", "U.S.",
        "United States", "the states"],
    "United Kingdom": ["uk", "the uk", "UK", "england", "britain", "great britain", "united kingdom"],
    "Brazil": ["brasil"],
    "Czech Republic": ["czechia", "the czech republic"],
    "Netherlands": ["holland", "the netherlands"],
}

DEMONYMS = {
    "USA": "american", "Brazil": "brazilian", "Germany": "german", "France": "french", "Canada": "canadian",
    "United Kingdom": "british", "India": "indian", "Portugal": "portuguese", "Spain": "spanish",
    "Italy": "italian", "Sweden": "swedish", "Norway": "norwegian", "Poland": "polish",
    "Czech Republic": "czech", "Ireland": "irish", "Austria": "austrian", "Australia": "australian",
    "Argentina": "argentinian", "Chile": "chilean", "Denmark": "danish", "Finland": "finnish",
    "Belgium": "belgian", "Netherlands": "dutch", "Hungary": "hungarian",
}

GENRE_ALIASES = {
    "Hip Hop/Rap": ["hip hop", "rap", "hip-hop", "hiphop"],
    "R&B/Soul": ["r&b", "soul", "rnb", "R&B"],
    "Alternative & Punk": ["punk", "alternative and punk", "alternative punk"],
    "Electronica/Dance": ["electronica", "dance", "electronic", "dance music"],
    "Sci Fi & Fantasy": ["fantasy", "sci fi and fantasy", "sci-fi & fantasy"],
    "Science Fiction": ["sci-fi", "scifi"],
    "Rock And Roll": ["rock and roll", "rock n roll", "rock & roll"],
    "Heavy Metal": ["heavy metal"],
    "TV Shows": ["tv show", "television", "tv"],
    "Bossa Nova": ["bossa nova", "bossanova"],
    "Easy Listening": ["easy listening"],
    "Soundtrack": ["soundtracks"],
}

CITY_ALIASES = {
    "São Paulo": ["sao paulo"],
    "Montréal": ["montreal"],
    "Brasília": ["brasilia"],
    "New York": ["nyc", "new york city"],
    "Rio de Janeiro": ["rio"],
}

STATE_ALIASES = {
    "CA": ["california", "California"],
    "NY": ["new york state"],
    "TX": ["texas", "Texas"],
    "WA": ["washington state"],
    "FL": ["florida", "Florida"],
    "IL": ["illinois"],
    "MA": ["massachusetts"],
    "NV": ["nevada"],
    "AZ": ["arizona"],
    "UT": ["utah"],
    "WI": ["wisconsin"],
    "ON": ["ontario", "Ontario"],
    "QC": ["quebec"],
    "BC": ["british columbia"],
    "AB": ["alberta"],
}

MEDIA_ALIASES = {
    "MPEG audio file": ["mpeg", "mp3", "mpeg audio"],
    "AAC audio file": ["aac", "aac audio"],
    "Protected AAC audio file": ["protected aac"],
    "Protected MPEG-4 video file": ["mpeg-4 video", "video", "mpeg4 video", "mp4"],
    "Purchased AAC audio file": ["purchased aac"],
}

MINUTES = Conversion(["minutes", "minutes", "min", "mins"], 60000, "60000.0", "minutes")
SECONDS = Conversion(["seconds", "sec"], 1000, "1000.0", "seconds")
MEGABYTES = Conversion(["MB", "mb", "megabytes"], 1048576, "1048576.0", "mb")
