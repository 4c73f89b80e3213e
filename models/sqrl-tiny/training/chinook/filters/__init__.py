"""Filters of Chinook's own: FILTERS by name, TABLE_FILTERS by the table they restrict.

TABLE_FILTERS gives for each table how often one of these is taken rather than a generic filter, and the
filters with their weights.
"""
from chinook.filters.music import (album, artist, composer, genre, length, media_type, playlist, price, size,
                                   title_words, without_composer)
from chinook.filters.people import (bought, company, customer_name, email, employee_date, employee_title,
                                    missing_detail, support_rep)
from chinook.filters.sales import (customer_of_invoice, in_city, in_country, in_state, invoice_date,
                                   invoice_total)

customer_country, billing_country = in_country("Customer", "Country"), in_country("Invoice", "BillingCountry")
customer_city, billing_city = in_city("Customer", "City"), in_city("Invoice", "BillingCity")
customer_state, billing_state = in_state("Customer", "State"), in_state("Invoice", "BillingState")

FILTERS = {
    "genre": genre, "artist": artist, "album": album, "media type": media_type, "playlist": playlist,
    "length": length, "price": price, "composer": composer, "country": customer_country,
    "billing country": billing_country, "billing city": billing_city, "support rep": support_rep,
    "invoice date": invoice_date, "invoice total": invoice_total, "invoice customer": customer_of_invoice,
    "bought": bought, "city": customer_city,
}

TABLE_FILTERS = {
    "Track": (0.97, [(genre, 10), (artist, 10), (album, 3), (media_type, 3), (playlist, 3), (length, 6),
                     (size, 2), (price, 3), (composer, 3), (without_composer, 2), (title_words("Track"), 5)]),
    "Album": (0.97, [(artist, 12), (title_words("Album"), 5), (genre, 4)]),
    "Artist": (0.97, [(genre, 5), (title_words("Artist"), 5)]),
    "Customer": (0.97, [(customer_country, 14), (customer_city, 5), (customer_state, 3), (support_rep, 5),
                        (company, 3), (email, 3), (missing_detail, 2), (bought, 5), (customer_name, 4)]),
    "Employee": (0.95, [(employee_title, 4), (employee_date, 4), (in_city("Employee", "City"), 3)]),
    "Invoice": (0.97, [(billing_country, 6), (billing_city, 3), (invoice_date, 9), (invoice_total, 6),
                       (customer_of_invoice, 5), (support_rep, 1), (billing_state, 1)]),
    "Playlist": (0.9, [(genre, 1), (artist, 1), (title_words("Playlist"), 1)]),
    "InvoiceLine": (1, [(genre, 3), (artist, 3), (billing_country, 2), (invoice_date, 3)]),
}
