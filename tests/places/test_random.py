"""Random programs with nested directives print what they print without them. SEEDS=1000 tries more."""
import os

import program
import random_places
import tap

here = program.folder()
INCLUDE = program.SOURCE / "include"
FIRST, COUNT = int(os.environ.get("SEED", "1")), int(os.environ.get("SEEDS", "3"))
for seed in range(FIRST, FIRST + COUNT):
    here.write("random.c", random_places.Writer(seed, 5).write())
    here.run(program.CC, "-w", f"-I{INCLUDE}", "random.c", "-o", "sequential")
    expected = here.run("./sequential").out
    here.triptych("cc", program.CC, "-O1", *program.CFLAGS, "random.c", "-o", "parallel")
    for places, workers in ((1, 1), (1, 3), (2, 1), (4, 2)):
        result = here.run("./parallel", check=False, env={"TRI_PLACES": str(places), "TRI_WORKERS": str(workers)})
        if not tap.equal((result.status, result.out, result.err), (0, expected, ""), f"seed {seed}: {places} places with {workers} workers"):
            tap.note(here.read("random.c"))
tap.done()
