"""Numbers of albums, tracks, playlists and customers."""
from chinook.measures.groupings import Weighted
from questions.parts import Measure


def build(schema, by):
    """The weighted measures; by: the groupings."""
    return [
        Weighted(6, [by.artist], Measure(
            schema["Album"], "COUNT(*)", "album_count",
            nouns=["number of albums", "album count", "how many albums", "albums", "number of records",
                   "count of albums"],
            most=["has the most albums", "released the most albums", "with the most albums",
                  "made the most albums", "has most albums", "has the highest number of albums",
                  "has released the most albums", "has the most records", "recorded the most albums",
                  "have the most albums"],
            least=["has the fewest albums", "released the fewest albums", "with the fewest albums"],
            more=["with more than {k} albums", "that released more than {k} albums",
                  "that have more than {k} albums", "with over {k} albums", "with at least {k} albums"],
            why="count the albums", thresholds=[1, 2, 3, 4, 5, 6, 8, 10])),
        Weighted(12, [by.artist, by.album, by.genre, by.genre, by.media_type], Measure(
            schema["Track"], "COUNT(*)", "track_count",
            nouns=["number of tracks", "track count", "how many tracks", "how many songs", "tracks",
                   "songs", "number of songs", "count of tracks"],
            most=["has the most tracks", "with the most tracks", "has the most songs",
                  "with the most songs", "contains the most tracks", "has the highest number of tracks",
                  "have the most songs", "contains the most songs", "has most tracks"],
            least=["has the fewest tracks", "with the fewest tracks", "has the least songs",
                   "with the fewest songs", "has the least tracks"],
            more=["with more than {k} tracks", "with more than {k} songs", "that have more than {k} tracks",
                  "with over {k} songs", "with at least {k} tracks", "containing more than {k} tracks"],
            why="count the tracks", thresholds=[5, 10, 15, 20, 25, 30, 50, 100]),
            ["genre", "length", "price", "media type"], 0.15),
        Weighted(6, [by.playlist], Measure(
            schema["PlaylistTrack"], "COUNT(*)", "track_count",
            nouns=["number of tracks", "track count", "how many tracks", "how many songs", "tracks",
                   "number of songs"],
            most=["has the most tracks", "with the most tracks", "contains the most songs",
                  "has the most songs", "is the largest", "is the biggest",
                  "is the longest by number of tracks"],
            least=["has the fewest tracks", "with the fewest songs", "is the smallest"],
            more=["with more than {k} tracks", "with over {k} tracks", "that have more than {k} songs",
                  "containing more than {k} tracks", "with at least {k} tracks"],
            why="count the PlaylistTrack rows", thresholds=[10, 20, 25, 50, 100, 200, 500, 1000])),
        Weighted(1, [by.track], Measure(
            schema["PlaylistTrack"], "COUNT(*)", "playlist_count",
            nouns=["number of playlists", "how many playlists"],
            most=["is in the most playlists", "appears in the most playlists", "is on the most playlists"],
            more=["that are in more than {k} playlists", "appearing in more than {k} playlists"],
            why="count the playlists", thresholds=[2, 3, 4])),
        Weighted(7, [by.customer_country, by.customer_country, by.customer_country, by.customer_country,
                     by.customer_city, by.customer_state, by.employee, by.employee], Measure(
            schema["Customer"], "COUNT(*)", "customer_count",
            nouns=["number of customers", "customer count", "how many customers", "customers",
                   "count of customers", "number of clients"],
            most=["has the most customers", "with the most customers", "has the most clients",
                  "has the highest number of customers", "have the most customers", "has most customers"],
            least=["has the fewest customers", "with the fewest customers"],
            more=["with more than {k} customers", "that have more than {k} customers",
                  "with over {k} customers", "with at least {k} customers"],
            why="count the customers", thresholds=[1, 2, 3, 4, 5, 8, 10])),
        Weighted(3, [by.employee], Measure(
            schema["Customer"], "COUNT(*)", "customer_count",
            nouns=["number of customers", "number of customers supported", "how many customers",
                   "customers supported"],
            most=["supports the most customers", "handles the most customers", "helps the most customers",
                  "serves the most customers", "looks after the most customers",
                  "has the most customers assigned", "has the most customers",
                  "takes care of the most clients"],
            least=["supports the fewest customers", "has the fewest customers",
                   "handles the least customers"],
            more=["who support more than {k} customers", "supporting more than {k} customers"],
            why="count the customers", thresholds=[10, 15, 18, 20])),
    ]
