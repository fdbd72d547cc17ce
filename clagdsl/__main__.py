"""The command `clagdsl`, also run as `python -m clagdsl`."""

from clagdsl.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
