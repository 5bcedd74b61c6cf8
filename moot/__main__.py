"""Lets `python -m moot` do what the command `moot` does."""

import sys

from moot.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
