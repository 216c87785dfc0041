"""Makes the programs of the specifications importable, after the modules of this folder."""

import sys
from pathlib import Path

sys.path.insert(1, str(next(p / "proofs/spec/oracle" for p in Path(__file__).parents if (p / "proofs/spec/oracle").is_dir())))
