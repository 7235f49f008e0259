"""A process of its own: checks a file of rows, or only loads the pack, and prints its peak memory in KiB."""

import sys

from benchmarks.child import peak
from benchmarks.ledgers import TODAY
from selfcorrect.domain.load import load


def main() -> None:
    """Check the file named, if one is, and print the peak and the number of findings."""
    domain = load("ledger_plans", templates=False)
    found = [len(domain.read_file(name, today=TODAY).violations) for name in sys.argv[1:]]
    print(peak(), *found)


if __name__ == "__main__":
    main()
