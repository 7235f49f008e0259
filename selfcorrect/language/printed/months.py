"""Names of months and weekdays in six languages (en de fr es it nl), without case and accents."""

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

_DAYS: Final = (
    "monday mon montag mo lundi lun lunes lunedi maandag ma",
    "tuesday tue tues dienstag di mardi mar martes martedi dinsdag",
    "wednesday wed mittwoch mi mercredi mer miercoles mie mercoledi woensdag wo",
    "thursday thu thur thurs donnerstag do jeudi jeu jueves jue giovedi gio donderdag",
    "friday fri freitag fr vendredi ven viernes vie venerdi vrijdag vr",
    "saturday sat samstag sonnabend sa samedi sam sabado sab sabato zaterdag za",
    "sunday sun sonntag so dimanche dim domingo dom domenica zondag zo",
)
WEEKDAYS: Final = frozenset(name for names in _DAYS for name in names.split())
"""Weekdays by name or short form."""
