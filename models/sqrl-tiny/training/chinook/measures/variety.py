"""Numbers of employees, and of different genres, artists and albums."""
from chinook.measures.groupings import Weighted
from questions.parts import Measure


def build(schema, by):
    """The weighted measures; by: the groupings."""
    return [
        Weighted(2, [by.employee_title, by.employee_city], Measure(
            schema["Employee"], "COUNT(*)", "employee_count",
            nouns=["number of employees", "employee count", "how many employees", "employees", "headcount",
                   "number of staff"],
            most=["has the most employees", "with the most employees"],
            least=["has the fewest employees"],
            more=["with more than {k} employees"],
            why="count the employees", thresholds=[1, 2])),
        Weighted(2, [by.artist, by.album], Measure(
            schema["Track"], "COUNT(DISTINCT @[Track.GenreId])", "genre_count",
            nouns=["number of genres", "number of different genres", "how many genres",
                   "how many different genres"],
            most=["has the most genres", "covers the most genres", "has tracks in the most genres",
                  "plays the most different genres", "spans the most genres"],
            more=["with more than {k} genres", "with tracks in more than {k} genres",
                  "that span more than {k} genres", "with songs in more than {k} different genres"],
            why="count distinct GenreId", thresholds=[1, 2, 3])),
        Weighted(2, [by.genre, by.genre, by.media_type], Measure(
            schema["Track"], "COUNT(DISTINCT @[Album.ArtistId])", "artist_count",
            nouns=["number of artists", "how many artists", "number of different artists",
                   "how many bands"],
            most=["has the most artists", "with the most artists", "has the most different artists"],
            least=["has the fewest artists"],
            more=["with more than {k} artists", "that have more than {k} artists"],
            why="count distinct ArtistId", thresholds=[1, 5, 10, 20], needs=[schema["Album"]])),
        Weighted(1, [by.genre, by.media_type], Measure(
            schema["Track"], "COUNT(DISTINCT @[Track.AlbumId])", "album_count",
            nouns=["number of albums", "how many albums"],
            most=["has the most albums", "with the most albums"],
            least=["has the fewest albums"],
            more=["with more than {k} albums"],
            why="count distinct AlbumId", thresholds=[2, 5, 10, 20])),
        Weighted(2, [by.composer], Measure(
            schema["Track"], "COUNT(*)", "track_count",
            nouns=["number of tracks", "how many tracks", "number of songs", "tracks"],
            most=["wrote the most tracks", "composed the most songs", "wrote the most songs",
                  "has the most tracks", "composed the most tracks", "with the most tracks"],
            more=["with more than {k} tracks", "who wrote more than {k} songs", "with more than {k} songs"],
            why="count the tracks", thresholds=[5, 10, 15, 20, 30])),
    ]
