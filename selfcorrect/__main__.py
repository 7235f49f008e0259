"""`python -m selfcorrect`, and where the console script starts."""

import sys


def main() -> None:
    """Run the command line and exit with its status."""
    try:
        from selfcorrect.cli.main import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        # Only while the program is still being loaded: `run` answers any later one itself.
        status = 130
    sys.exit(status)


if __name__ == "__main__":
    main()
