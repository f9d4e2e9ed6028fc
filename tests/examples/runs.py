"""runs.py: which sizes of the examples are run, and what they must count."""
import importlib.util

import program

RUNS = {
    "heat": [["20", "13"], ["7", "4"]],
    "cg": [["15", "5"], ["12", "12"]],
    "queens": [["6"], ["3"]],
    "index": [["1"], ["3"]],
}


def arguments(example, size):
    """The command line's words for a size; output goes to the folder that the program runs in."""
    if example == "heat":
        return [*size, "heat.pgm"]
    if example == "index":
        return [str(program.SOURCE / "examples/index/data"), "index.txt", *size]
    return size


def formulas(example):
    """counts() of the example's counts.py."""
    spec = importlib.util.spec_from_file_location("counts", program.SOURCE / "examples" / example / "counts.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.counts
