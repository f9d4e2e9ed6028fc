"""tap.py: prints the results of a whole-program test in the Test Anything Protocol.

    import tap

    tap.check(status == 0, "the program ends well", f"exit status {status}")
    tap.equal(counts["main"], 1, "main ran once")
    tap.done()

done() prints the plan and ends the script: status 0 when all passed, 1 otherwise. A script that ends without
it (an exception) has no plan, which Meson takes for a failure.
"""
import sys

_count = 0
_failed = 0


def _line(passed, name, why=None, directive=""):
    global _count, _failed
    _count += 1
    _failed += not passed
    name = str(name).replace("#", "no. ").replace("\n", " ")
    print(f"{'ok' if passed else 'not ok'} {_count} - {name}{directive}", flush=True)
    if not passed and why is not None:
        note(why)
    return passed


def note(text):
    """Lines for whoever reads the log."""
    for line in str(text).splitlines():
        print(f"# {line}", flush=True)


def check(condition, name, why=None):
    """One result. `why` is shown when it failed. Returns whether it passed."""
    return _line(bool(condition), name, why)


def equal(got, expected, name):
    return _line(got == expected, name, f"expected {expected!r}\n     got {got!r}")


def contains(text, part, name):
    return _line(part in text, name, f"expected to find {part!r} in\n{text}")


def skip(name, reason):
    """One result that could not be had here, and why."""
    _line(True, name, directive=f" # SKIP {reason}")


def skip_all(reason):
    """The whole script makes no sense here. Ends it."""
    print(f"1..0 # SKIP {reason}")
    sys.exit(0)


def done():
    print(f"1..{_count}", flush=True)
    sys.exit(1 if _failed else 0)
