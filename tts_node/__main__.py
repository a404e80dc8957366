"""`python -m tts_node` is `tts-node`."""

import sys

from tts_node.cli import main

if __name__ == "__main__":
    sys.exit(main())
