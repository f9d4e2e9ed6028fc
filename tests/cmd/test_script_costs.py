"""triptych script: costs of tasks and bytes of streams, as said, modelled, or learned from an earlier run."""
import json
import pathlib
import re

import program
import tap

here = program.folder()
BUILD = pathlib.Path(program.TRIPTYCH).parents[1] / "script"
if not (BUILD / "ruby" / "triptych-script-reader").exists():
    tap.skip_all("without Ruby there are no scripts")


def planned(*options):
    """What --dry-run says of seconds and bytes, task by task."""
    lines = here.triptych("script", "--dry-run", *options, "work.rb").out.splitlines()
    return [(re.search(r"\(([^ ]*) s\)", line), re.search(r"\(([^ ]*) bytes\)", line)) for line in lines]


def numbers(found):
    return [tuple(float(match.group(1)) if match else None for match in pair) for pair in found]


here.write("work.rb", """
class Block < Task
  def initialize(n)
    @exefile, @args = "echo", [n]
  end

  def behavior
    FOR param(:n)
      compute(2000)
      output(100)
    END
  end
end
(Block.new(50) >> task("cat", name: "copy")) >> "copied"
task("printf", "four", bytes: "3K", cost: "2s", name: "four") >> task("cat", name: "copy", out: "file")
[task("printf", "twelve bytes"), task("printf", "\\\\n")] >> Stream.new
""")
found = numbers(planned())
tap.check(found[0][0] > 0 and found[0][1] == 5000, "a model says what a task writes", found)
tap.check(found[2] == (2, 3072) and found[1] == (None, None), "`cost` and `bytes` say the same", found)
here.triptych("script", "-o", "work.tri", "work.rb")
for source in ("work.run", "work.tri", next((here / "work.run").glob("[0-9]*"))):
    found = numbers(planned("--costs", source))
    tap.check(all(seconds and seconds > 0 for seconds, _ in found) and found[2][1] == 4 and found[0][1] == 3, f"learned from {pathlib.Path(source).name}", found)
names = {cost["name"]: cost for cost in json.loads(here.read("work.tri/run.json"))["costs"]}
tap.check(names["copy"]["tasks"] == 2 and names["four"]["bytes"] == 4 and "bytes" not in names["copy"], "run.json has means by name", names)
here.write("more.rb", "3.times { task('true', name: 'four') }\ntask('true', name: 'new', cost: '7s')\n")
result = here.triptych("script", "--dry-run", "--costs", "work.run", "more.rb")
tap.check(result.out.count("(4 bytes)") == 3 and "(7 s)" in result.out and "knows the costs of 3 of 4 tasks" in result.err, "others of a name get its mean, unknown ones keep what they have", result)
for name, path, words in (("nothing", "none.run", "cannot read none.run"), ("another folder", ".", "has no costs"), ("a file", "work.rb", "has no costs")):
    result = here.triptych("script", "--costs", path, "work.rb", check=False)
    tap.check(result.status == 1 and words in result.err, f"{name} is refused", result)
result = here.triptych("script", "--again", "--agents", "2", "--costs", "work.run", "more.rb")
tap.contains(result.err, "placed by heft", "learned costs place tasks on agents")

if not (BUILD / "simulate" / "triptych-simulate").exists():
    tap.skip("simulations", "libsimgrid-dev is missing")
    tap.done()
here.write("two.xml", """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="world" routing="Full">
<host id="a" speed="1Gf"/><host id="b" speed="1Gf"/><link id="l" bandwidth="100MBps" latency="1us"/>
<route src="a" dst="b"><link_ctn id="l"/></route></zone></platform>
""")


def simulated(bytes_written):
    here.write("work.rb", f"task('false', cost: 1, {bytes_written}) >> task('false', cost: 1)\n")
    return float(here.triptych("script", "--simulate", "two.xml", "work.rb").out.split()[2])


little, none, half, much = simulated("bytes: 1000"), simulated("name: 'w'"), simulated("bytes: '50M'"), simulated("bytes: '1G'")
tap.check(abs(none - 1) < 0.01 and 1 <= little < 2.01, "a stream of few bytes", (little, none))
tap.check(abs(half - 1) < 0.05, "data of a stream are on their way while both compute", half)
tap.check(abs(much - 2) < 0.01, "where the network is too slow, the reader runs behind its writer", much)
tap.done()
