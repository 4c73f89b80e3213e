"""Chinook's tables of music: albums, artists, genres, media types, playlists and tracks."""
from chinook.aliases import GENRE_ALIASES, MEDIA_ALIASES, MEGABYTES, MINUTES, SECONDS
from sql.schema import Column, Table

# For each table: child table -> (wordings for having none, verbs for having some).
CHILD_WORDINGS = {
    "Artist": {"Album": (
        ["have no albums", "don't have any albums", "without albums", "with no albums",
         "never released an album", "have zero albums", "without any album"],
        ["have", "released", "made", "recorded"])},
    "Track": {
        "InvoiceLine": (
            ["were never purchased", "never sold", "were never sold", "have never been purchased",
             "nobody bought", "have not been sold", "never purchased", "have never been bought",
             "that no one bought", "no customer has bought", "have no sales", "without sales",
             "with no sales", "unsold"],
            ["appear in"]),
        "PlaylistTrack": (
            ["are not in any playlist", "not in any playlist", "are on no playlist",
             "don't appear in a playlist"],
            ["are in"])},
    "Album": {"Track": (["have no tracks", "without tracks"], ["have", "contain", "include", "with"])},
    "Playlist": {"PlaylistTrack": (
        ["are empty", "have no tracks", "without tracks", "have no songs", "with no tracks",
         "contain no tracks", "with zero tracks", "that are empty"],
        ["contain"])},
    "Genre": {"Track": (["have no tracks"], ["have", "contain"])},
    "MediaType": {"Track": (["have no tracks", "are unused"], ["have"])},
}


def build(values):
    """The tables by name, with the values of the database."""
    tables = [_album(values), _artist(values), _genre(values), _media_type(values), _playlist(values),
              _playlist_track(), _track(values)]
    return {table.name: table for table in tables}


def _id(name, noun):
    """A column that holds a row's number."""
    return Column(name, [noun], "id", "I")


def _album(values):
    """Albums."""
    return Table("Album", ["album", "album", "record", "cd"], ["albums", "albums", "records"], [
        _id("AlbumId", "album id"),
        Column("Title", ["title", "name", "album title"], "text", "T", values.of("select Title from Album")),
        _id("ArtistId", "artist id"),
    ], "AlbumId", ["Title"])


def _artist(values):
    """Artists; questions name those with an album."""
    names = values.of("select Name from Artist where ArtistId in (select ArtistId from Album)")
    return Table("Artist", ["artist", "artist", "band", "musician", "group"],
                 ["artists", "artists", "bands", "musicians"], [
        _id("ArtistId", "artist id"),
        Column("Name", ["name", "artist name"], "text", "T", names),
    ], "ArtistId", ["Name"])


def _genre(values):
    """Genres."""
    return Table("Genre", ["genre", "genre", "music genre", "style"],
                 ["genres", "genres", "music genres", "styles"], [
        _id("GenreId", "genre id"),
        Column("Name", ["name"], "text", "T", values.of("select Name from Genre"), aliases=GENRE_ALIASES,
               closed=True),
    ], "GenreId", ["Name"])


def _media_type(values):
    """Media types."""
    return Table("MediaType", ["media type", "media type", "file type", "format", "media format"],
                 ["media types", "media types", "file types", "formats"], [
        _id("MediaTypeId", "media type id"),
        Column("Name", ["name"], "text", "T", values.of("select Name from MediaType"), aliases=MEDIA_ALIASES,
               closed=True),
    ], "MediaTypeId", ["Name"])


def _playlist(values):
    """Playlists."""
    return Table("Playlist", ["playlist"], ["playlists"], [
        _id("PlaylistId", "playlist id"),
        Column("Name", ["name"], "text", "T", values.of("select distinct Name from Playlist"), closed=True),
    ], "PlaylistId", ["Name"])


def _playlist_track():
    """Which tracks a playlist has."""
    return Table("PlaylistTrack", ["playlist entry"], ["playlist entries"], [
        _id("PlaylistId", "playlist id"),
        _id("TrackId", "track id"),
    ], None, [], is_link=True)


def _track(values):
    """Tracks."""
    # Sold tracks and a third of the others: enough names, and those that queries on sales find.
    names = values.of("select Name from Track where TrackId in (select TrackId from InvoiceLine) "
                      "or TrackId % 3 = 0")
    composers = values.of("select Composer from Track where Composer is not null group by Composer "
                          "having count(*) > 3")
    return Table("Track", ["track", "track", "song", "song", "tune"],
                 ["tracks", "tracks", "songs", "songs", "tunes"], [
        _id("TrackId", "track id"),
        Column("Name", ["name", "title"], "text", "T", names),
        _id("AlbumId", "album id"),
        _id("MediaTypeId", "media type id"),
        _id("GenreId", "genre id"),
        Column("Composer", ["composer", "composer", "writer"], "misc", "T", composers, nullable=True),
        Column("Milliseconds", ["length", "duration", "length", "running time"], "int", "I",
               [180000, 240000, 300000], adjectives=["longest", "shortest", "longer than", "shorter than"],
               conversions=[MINUTES, SECONDS]),
        Column("Bytes", ["size", "file size", "size in bytes"], "bytes", "I", [],
               adjectives=["largest", "smallest"], conversions=[MEGABYTES]),
        Column("UnitPrice", ["price", "unit price", "cost"], "money", "N", [0.99, 1, 1.5],
               adjectives=["most expensive", "cheapest", "more expensive than", "cheaper than"]),
    ], "TrackId", ["Name"])
