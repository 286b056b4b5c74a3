"""The command line: ``chaffinch`` and ``python -m chaffinch``."""

from __future__ import annotations

import signal
import sys

from ._native import main as _main


def main() -> None:
    """Runs the program with the arguments of this process."""
    # Nothing of Python runs until the program ends, so that it ends at once as a program of its own does.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Workers are this interpreter with the same modules at hand, whatever stands in the folder they are started in.
    worker = f"import sys; sys.path[:] = {sys.path!r}; from chaffinch.__main__ import main; main()"
    sys.exit(_main(sys.executable, ["-c", worker], sys.argv[1:]))


if __name__ == "__main__":
    main()
