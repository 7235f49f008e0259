"""ISO 4217 currency codes and the decimal places of their minor units."""

from decimal import Decimal
from typing import Final

_PLACES: Final = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    2: (
        "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD"
        " CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS"
        " GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL"
        " MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK"
        " PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS"
        " TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG"
    ),
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
CURRENCIES: Final = {code: places for places, codes in _PLACES.items() for code in codes.split()}
"""Decimal places of the minor unit by code: EUR 2, JPY 0, BHD 3. Funds and withdrawn codes are left out."""

MILLS: Final = frozenset(code for code, places in CURRENCIES.items() if places == 3)
"""The currencies with three decimal places."""
WHOLE: Final = frozenset(code for code, places in CURRENCIES.items() if not places).union(
    (
        "AMD",
        "COP",
        "CRC",
        "HUF",
        "IDR",
        "IRR",
        "KHR",
        "LAK",
        "LBP",
        "MGA",
        "MMK",
        "MNT",
        "SOS",
        "SYP",
        "TZS",
        "UZS",
        "YER",
    )
)
"""The currencies whose amounts are printed without decimals: they have none, or none worth printing."""

CENT: Final = Decimal("0.01")
UNITS: Final = {code: Decimal(1).scaleb(-places) for code, places in CURRENCIES.items()}
"""The minor unit by code."""
