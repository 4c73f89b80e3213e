"""Lengths of tracks: of some, in a drawn unit, or of all."""
from chinook.intents.shared import fact_sample
from questions.parts import Sample
from questions.phrases import noun_phrase
from text.templates import expand

# (wording, divisor of milliseconds)
UNITS = [(" in minutes", "60000.0"), (" in minutes", "60000.0"), (" in seconds", "1000.0"), ("", None)]
# (function, words for it)
FUNCTIONS = [("AVG", ["average", "avg", "mean"]), ("AVG", ["average"]), ("SUM", ["total"])]
FUNCTIONS_OF_SOME = FUNCTIONS + [("MAX", ["longest", "maximum"])]


def _in_unit(function, milliseconds, divisor):
    """The aggregate in a unit: (SQL, action)."""
    expression = f"{function}({milliseconds})"
    if divisor:
        expression = f"ROUND({expression} / {divisor}, 2)"
    elif function == "AVG":
        expression = f"ROUND({expression}, 2)"
    return expression, f"take {function} of Milliseconds" + (f" divided by {divisor}" if divisor else "")


def length_of_tracks(schema, rng):
    """Average, total or longest length of a genre's, an artist's, an album's or a playlist's tracks."""
    found = schema.filters[rng.choice(["genre", "artist", "genre", "album", "playlist"])](schema, rng)
    unit, divisor = rng.choice(UNITS)
    function, words = rng.choice(FUNCTIONS_OF_SOME)
    expression, action = _in_unit(function, "@[Track.Milliseconds]", divisor)
    tracks = noun_phrase(rng, schema["Track"], [found])
    question = expand(rng, (
        "([what is the] {a} (length|duration) of {n}{u}|[what's the] {a} (length|duration){u} of {n}|"
        "{a} (length|duration){u} for {n})"
    ), a=rng.choice(words), n=tracks, u=unit)
    return fact_sample(schema, "Track", [expression], [found], action, question)


def length_of_all_tracks(schema, rng):
    """Average or total length of all tracks."""
    unit, divisor = rng.choice(UNITS)
    function, words = rng.choice(FUNCTIONS)
    expression, action = _in_unit(function, "Milliseconds", divisor)
    if function == "AVG":
        wording = (
            "([what is the] {a} (track|song) (length|duration){u}|"
            "[what's the] {a} (length|duration) of (a|all|the) (track|song|tracks|songs){u}|"
            "how long (is|are) (a|the average) (song|track) on average{u}|"
            "{a} (length|duration) of [all] (tracks|songs){u})"
        )
    else:
        wording = (
            "([what is the] total (length|duration|playing time) of all (tracks|songs){u}|"
            "how long (are|is) all the (songs|music) together{u})"
        )
    question = expand(rng, wording, a=rng.choice(words), u=unit)
    return Sample(question, None, action, sql=f"SELECT {expression} FROM Track",
                  tables=expand(rng, "(Only Track is needed|The Track table has what is needed)"))
