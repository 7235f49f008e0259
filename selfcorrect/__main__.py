"""`python -m selfcorrect`, and where the console script starts."""

import sys


def main() -> None:
    """Run the command line and exit with its status."""
    from selfcorrect.cli.main import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
