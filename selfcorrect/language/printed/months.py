"""Month names in English, German, French, Spanish, Italian and Dutch, without case and accents."""

from typing import Final

_NAMES: Final = (
    "january jan januar jaenner janner janvier janv enero ene gennaio gen januari",
    "february feb februar fevrier fevr fev febrero febbraio februari",
    "march mar marz maerz mrz mars marzo maart mrt",
    "april apr avril avr abril abr aprile",
    "may mai mayo maggio mag mei",
    "june jun juni juin junio giugno giu",
    "july jul juli juillet juil julio luglio lug",
    "august aug aout agosto ago augustus",
    "september sep sept septembre septiembre setiembre settembre set",
    "october oct oktober okt octobre octubre ottobre ott",
    "november nov novembre noviembre",
    "december dec dezember dez decembre diciembre dic dicembre",
)
MONTHS: Final = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split()}
"""Number of the month by its name or short form."""
