"""Templates of wordings: '(a|b)' is a choice, '[a]' may be left out, '{name}' is a slot."""
import re

# The innermost choice or optional part: one without another inside it.
_INNERMOST = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]")
OPTIONAL_CHANCE = 0.5


def expand(rng, template, **slots):
    """One wording of the template.

    Choices are drawn from the inside out and from left to right; the slots are filled afterwards, so that
    a value with brackets or bars in it is taken as it is.  Runs of spaces become one.
    """
    text = template
    while True:
        match = _INNERMOST.search(text)
        if not match:
            break
        choices, optional = match.groups()
        if choices is not None:
            drawn = rng.choice(choices.split("|"))
        elif rng.random() < OPTIONAL_CHANCE:
            drawn = rng.choice(optional.split("|"))
        else:
            drawn = ""
        text = text[:match.start()] + drawn + text[match.end():]
    for name, value in slots.items():
        text = text.replace("{" + name + "}", str(value))
    return re.sub(r"  +", " ", text).strip()
