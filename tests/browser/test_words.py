"""The page fills sentences exactly as Python does: every sentence of the catalogue, in every language."""

import json
import re
import subprocess
from pathlib import Path

from scripts.node import node

from ludozero.words import LANGUAGES, catalogue, fill

HOME = Path(__file__).resolve().parents[2]
FILL = (HOME / "web" / "src" / "lib" / "fill.ts").as_uri()
ROOMS = sorted(path.stem for path in (HOME / "src" / "ludozero" / "words").glob("*.json"))
VALUES = (0, 1, -1, 2, 1.5, 21, "Léa", "{n}", "$&")
PROGRAM = f"""
import {{ fill }} from {json.dumps(FILL)};
let asked = "";
for await (const part of process.stdin) asked += part;
process.stdout.write(JSON.stringify(JSON.parse(asked).map(([said, args, lang]) => fill(said, args, lang))));
"""


def test_both_fill_alike() -> None:
    cases = []
    for room in ROOMS:
        for lang in LANGUAGES:
            for sentence in catalogue(room)[lang].values():
                names = set(re.findall(r"\{(\w+)[,}]", sentence))
                counted = set(re.findall(r"\{(\w+), plural", sentence))
                for value in VALUES if names else VALUES[:1]:
                    args = {name: value for name in names if isinstance(value, (int, float)) or name not in counted}
                    cases.append((sentence, args, lang))
    assert len(cases) > 1000
    ran = subprocess.run(
        [node(), "--input-type=module", "-e", PROGRAM],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=True,
    )
    for case, said in zip(cases, json.loads(ran.stdout), strict=True):
        assert said == fill(*case), case
