"""The examples tasks and triangle: what is seen of OpenMP against their hand formulas, with both compilers."""
import importlib.util

import program
import runs
import tap

SIZES = {"tasks": [["6", "3"], ["5", "8"]], "triangle": [["30", "4", "static"], ["17", "3", "dynamic"]]}


def formulas(example):
    spec = importlib.util.spec_from_file_location("counts", program.SOURCE / "examples" / example / "counts.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.acts


def main():
    for compiler in runs.compilers():
        for example, sizes in SIZES.items():
            here = program.folder()
            here.run("make", "-s", "-C", program.SOURCE / "examples" / example, f"O={here}", f"CC={compiler}")
            for size in sizes:
                found = runs.run(here, example, *size, env={"OMP_NUM_THREADS": "2"})
                expected = formulas(example)(size, 2)
                got = {key: count for key, count in found.counts().items() if key in expected}
                tap.equal(got, expected, f"{example} {' '.join(size)}, {compiler}: what is seen of OpenMP")
    tap.done()


main()
