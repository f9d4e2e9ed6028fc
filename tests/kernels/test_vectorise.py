"""Loops that a compiler vectorises are vectorised with probes in them, too: its own report says so."""
import re

import program
import tap

KERNELS = program.SOURCE / "bench" / "loops" / "kernels.c"
REPORTS = {"gcc": ["-fopt-info-vec"], "clang": ["-Rpass=loop-vectorize"]}

here = program.folder()


def vectorised_lines(compiler, *front):
    """The lines of the kernels' loops that the compiler says it vectorised."""
    flags = ["-O3", *REPORTS[compiler], "-c", KERNELS, "-o", "kernels.o"]
    result = here.run(*front, compiler, *flags)
    return sorted({int(line) for line in re.findall(r"kernels\.c:(\d+):\d+: (?:optimized|remark):[^\n]*vectorized", result.err)})


for compiler in REPORTS:
    if not program.have(compiler):
        tap.skip(f"{compiler}: kernels are vectorised", f"there is no {compiler}")
        continue
    native = vectorised_lines(compiler)
    tap.check(len(native) >= 4, f"{compiler}: the kernels are vectorised without probes", native)
    tap.equal(vectorised_lines(compiler, program.TRIPTYCH, "cc"), native, f"{compiler}: the same loops with probes")
tap.done()
