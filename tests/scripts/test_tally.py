"""scripts/tally: what the last line of `make check` says."""
import json

import program
import tap

here = program.folder()


def tally(*tests, broken=0):
    """(status, last line) for entries (result, stdout) of one log."""
    result = run_tally(*tests, broken=broken)
    return result.status, result.out.splitlines()[-1]


def run_tally(*tests, broken=0):
    here.write("build/meson-logs/testlog.json",
               "".join(json.dumps({"name": "t", "result": result, "stdout": out}) + "\n" for result, out in tests))
    return here.run(program.SOURCE / "scripts/tally", "--broken", broken, "build/meson-logs/testlog.json", check=False)


tap.equal(tally(("OK", "ok 1 - a\nok 2 - b\n1..2\n"), ("OK", "")), (0, "3 passed, 0 failed"), "all pass")
tap.equal(tally(("FAIL", "ok 1 - a\nnot ok 2 - b\nnot ok 3\n1..3\n")), (1, "1 passed, 2 failed"), "some fail")
tap.equal(tally(("ERROR", "ok 1 - a\n")), (1, "1 passed, 1 failed"), "a test that died counts as failed")
tap.equal(tally(("TIMEOUT", None)), (1, "0 passed, 1 failed"), "so does one that hung")
tap.equal(tally(("OK", "ok 1 - a\nok 2 - b # SKIP no c\n1..2\n"), ("SKIP", "1..0 # SKIP no d\n")),
          (0, "1 passed, 0 failed, 2 skipped"), "skipped ones are no passed ones")
tap.equal(tally(("OK", "1..1\nok 1 - is not ok with me\nokay\nnot okay\n")), (0, "1 passed, 0 failed"),
          "only results are results")
tap.equal(tally(("OK", "ok 1 - a\n"), broken=1), (1, "1 passed, 1 failed"), "a build that broke counts as failed")
said = run_tally(("FAIL", "ok 1 - a\n# fine\nnot ok 2 - b\n#   expected c\nok 3 - d\n"), ("TIMEOUT", None)).out
tap.check("not ok 2 - b\n    #   expected c\n" in said and "TIMEOUT" in said and "fine" not in said,
          "the reasons stand by the failures", said)
here.write("build/meson-logs/testlog.json", "".join(json.dumps({"name": f"suite / {name}", "result": "OK", "stdout": "", "duration": time})
                                                     + "\n" for name, time in (("a", 3), ("b", 50.4), ("a", 20))))
said = here.run(program.SOURCE / "scripts/tally", "build/meson-logs/testlog.json").out.splitlines()
tap.equal(said[-2:], ["longest: b 50 s, a 23 s", "3 passed, 0 failed"], "the tests that took longest are named")
(here / "build/meson-logs/testlog.json").unlink()
missing = here.run(program.SOURCE / "scripts/tally", "build/meson-logs/testlog.json", check=False)
tap.equal((missing.status, missing.out.splitlines()[-1]), (1, "0 passed, 1 failed"), "no log: failed")
tap.done()
