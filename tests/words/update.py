"""Bring the catalogues up to what the sources say: ``python -m tests.words.update``.

Strings that are new get an empty entry, strings that are no longer said go; then only fill in what is empty.
"""

import io

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from companion.words.language import CATALOGUES, STRINGS, TRANSLATED, catalogue
from tests.words.strings import Said, said


def forms(message: Message) -> tuple[str, ...]:
    """What is said: one form, or as many as the language has of a plural."""
    said = message.string or ""
    return (said,) if isinstance(said, str) else tuple(said)


def message_id(string: Said) -> str | tuple[str, str]:
    return (string.one, string.many) if string.many else string.one


def string_of(message: Message) -> Said:
    ids = [message.id] if isinstance(message.id, str) else [*message.id]
    return Said(ids[0], ids[1] if len(ids) > 1 else "", message.context or "")


def update(code: str) -> list[Said]:
    """Rewrite a language's catalogue; returns what is still to be translated in it."""
    old = {string_of(message): forms(message) for message in catalogue(code) if message.id}
    new, lacking = Catalog(locale=code, fuzzy=False), []
    for string, where in sorted(said().items(), key=lambda entry: (entry[1], entry[0])):
        there = old.get(string, ("",) * (new.num_plurals if string.many else 1))
        if not all(there):
            lacking.append(string)
        new.add(
            message_id(string),
            there if string.many else there[0],
            locations=[(where, 0)],
            context=string.context or None,
        )
    head = (
        f"# What is said in {new.locale.english_name}: English as it stands in the sources, and the translation.\n"
        'msgid ""\nmsgstr ""\n'
        f'"Language: {code}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Plural-Forms: {new.plural_forms}\\n"\n\n'
    )
    text = io.BytesIO()
    write_po(text, new, width=0, omit_header=True)
    (CATALOGUES / code / STRINGS).write_text(head + text.getvalue().decode().rstrip() + "\n", encoding="utf-8")
    return lacking


if __name__ == "__main__":
    for language in TRANSLATED:
        for string in update(language):
            print(language, *(part for part in string if part), sep=": ")
