"""Filters on customers and employees."""
from chinook.filters.music import artist, genre
from questions.column_filters import date_filter, null_filter
from questions.parts import Filter, Value
from sql.names import literal, prose
from text.templates import expand
from text.words import speak

SUPPORT_REPS = ("Peacock", "Park", "Johnson")
MAIL_DOMAINS = ["gmail", "yahoo", "hotmail", "gmail.com", "apple", "yahoo.com", "hotmail.com"]
WITH_COMPANY = ["with a company", "that have a company", "who work for a company", "with a company name",
                "that belong to a company"]
WITHOUT_COMPANY = ["without a company", "with no company", "that don't have a company",
                   "not associated with a company"]
OPTIONAL_DETAILS = ("Fax", "Phone", "State", "PostalCode")
INITIALS = "ABCDEFGHJKLMPRST"
TITLE_WORDS = ["Manager", "IT", "Sales", "Agent", "Support"]
COUNTABLE_TITLE_WORDS = ("Manager", "Agent")


def support_rep(schema, rng):
    """The employee who supports a customer, by first or full name."""
    table = schema["Employee"]
    first, last = rng.choice([person for person in table.people if person[1] in SUPPORT_REPS])
    full = rng.random() < 0.6
    spoken, _ = speak(rng, first + " " + last if full else first, 0.5)
    condition, why = f"@[Employee.FirstName] = {literal(first)}", f"Employee.FirstName = {literal(first)}"
    if full:
        condition += f" AND @[Employee.LastName] = {literal(last)}"
        why += f" and LastName = {literal(last)}"
    after = expand(rng, (
        "(supported by|handled by|assigned to|whose support rep is|served by|with support rep|"
        "looked after by|of) {v}"
    ), v=spoken)
    return Filter(table, condition, why, after=after)


def company(schema, rng):
    """Customers with or without a company."""
    table = schema["Customer"]
    # Both wordings are drawn before one of the two filters is.
    with_company = Filter(table, "@[Customer.Company] IS NOT NULL", "Customer.Company IS NOT NULL",
                          after=rng.choice(WITH_COMPANY))
    without = Filter(table, "@[Customer.Company] IS NULL", "Customer.Company IS NULL",
                     after=rng.choice(WITHOUT_COMPANY))
    return rng.choice([with_company, without])


def email(schema, rng):
    """Customers with an address at a mail provider."""
    domain = rng.choice(MAIL_DOMAINS)
    after = expand(rng, (
        "(with a {d} (address|email|account)|using {d}|who use {d}|whose email contains {d}|"
        "with {d} (emails|email addresses))"
    ), d=domain)
    return Filter(schema["Customer"], f"@[Customer.Email] LIKE '%{domain}%'",
                  f"Customer.Email contains '{domain}'", after=after)


def missing_detail(schema, rng):
    """Customers that lack a detail, or have it."""
    column = rng.choice([schema["Customer"].column(name) for name in OPTIONAL_DETAILS])
    return null_filter(rng, column)


def bought(schema, rng):
    """Customers who bought a genre or an artist."""
    found = genre(schema, rng, 0) if rng.random() < 0.55 else artist(schema, rng, 1)
    if found.table is schema["Genre"]:
        wording = (
            "(who (bought|purchased|have bought|ordered) {v} (tracks|music|songs)|"
            "that (bought|purchased) {v} (tracks|music|songs)|buying {v} (music|tracks)|"
            "who bought (tracks|music|songs) (in|of) the {v} genre|who listen to {v}|"
            "who bought at least one {v} track)"
        )
    else:
        wording = (
            "(who (bought|purchased|have bought|own) (music|tracks|songs|something) (by|from) {v}|"
            "that (bought|purchased) {v} (tracks|songs|music)|who bought {v})"
        )
    found.before, found.after = "", expand(rng, wording, v=found.value.spoken)
    return found


def customer_name(schema, rng):
    """Customers by first or last name, or its first letter."""
    column = rng.choice(schema["Customer"].label)
    noun, said = column.nouns[0], prose(column.ref)
    if rng.random() < 0.6:
        letter = rng.choice(INITIALS)
        after = expand(rng, "whose {n} (starts|begins) with [the letter] {c}", n=noun,
                       c=rng.choice([letter, letter.lower()]))
        return Filter(column.table, f"{column.ref} LIKE '{letter}%'", f"{said} LIKE '{letter}%'", after=after)
    name = rng.choice(column.pool)
    if column.name == "FirstName":
        wording = "(named|called|with {n}|whose {n} is) {v}"
    else:
        wording = "(with {n}|whose {n} is|with the {n}) {v}"
    return Filter(column.table, f"{column.ref} = {literal(name)}", f"{said} = {literal(name)}",
                  after=expand(rng, wording, n=noun, v=name))


def employee_title(schema, rng):
    """Employees by title, or by a word in it."""
    table = schema["Employee"]
    column = table.column("Title")
    title = rng.choice(column.pool)
    spoken = title if rng.random() < 0.5 else title.lower()
    if rng.random() < 0.5:
        after = expand(rng, (
            "(with the title|with title|whose title is|who work as|whose job title is|working as) {v}"
        ), v=spoken)
        return Filter(table, f"{column.ref} = {literal(title)}", f"Employee.Title = {literal(title)}",
                      after=after, value=Value(column, title, spoken, spoken != title))
    word = rng.choice(TITLE_WORDS)
    if word in COUNTABLE_TITLE_WORDS:
        wording = "(with {w} in their title|whose title contains {w}|who are {w}s)"
    else:
        wording = "(with {w} in their title|whose title contains {w}|in {w}|working in {w})"
    said = word if rng.random() < 0.4 or word == "IT" else word.lower()
    return Filter(table, f"{column.ref} LIKE '%{word}%'", f"Employee.Title contains '{word}'",
                  after=expand(rng, wording, w=said))


def employee_date(schema, rng):
    """When employees were hired or born."""
    return date_filter(rng, schema["Employee"].column(rng.choice(["HireDate", "HireDate", "BirthDate"])))
