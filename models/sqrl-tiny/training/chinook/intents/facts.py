"""Questions on one named thing, or on all of a kind: 'how much did X spend', 'total revenue in 2023'."""
from chinook.intents.lengths import length_of_all_tracks, length_of_tracks
from chinook.intents.lookups import lookup
from chinook.intents.music_facts import (album_artist, album_length, album_track_count, artist_album_count,
                                         artist_track_count, track_fact)
from chinook.intents.people_facts import customer_fact, support_rep_fact
from chinook.intents.sales_facts import invoice_fact, overall_sales, sales_of_music, sales_where_and_when

# One draw picks by position: a function stands as often as it is to be drawn.
FACTS = [artist_album_count, artist_album_count, artist_track_count, album_track_count, album_length,
         track_fact, customer_fact, support_rep_fact, sales_where_and_when, sales_where_and_when,
         sales_where_and_when, sales_of_music, sales_of_music, length_of_tracks, length_of_all_tracks,
         overall_sales, invoice_fact, album_artist, lookup, lookup]


def fact(schema, rng):
    """One of the facts, or None."""
    return rng.choice(FACTS)(schema, rng)
