"""script: how fast `triptych script` starts tasks, passes streams on, and reads a graph.

xargs and GNU parallel start the same tasks in the same run; pipes of the shell carry the same bytes."""
import resource
import shutil
import subprocess
import time

import bench

TASKS, BYTES, LINES = 2000, 4 << 30, 1_000_000


def script(name, text):
    path = bench.WORK / name
    path.write_text(text, encoding="utf-8")
    return path


def seconds(*command, shell=False):
    begin = time.monotonic()
    subprocess.run(command[0] if shell else [str(word) for word in command], cwd=bench.WORK, shell=shell, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - begin


def triptych(path, *options):
    return seconds(bench.TRIPTYCH, "script", "-q", *options, path)


empty = script("empty.rb", f"{TASKS}.times {{ task '/bin/true' }}\n")
print(f"{TASKS} empty tasks, 2 at a time:")
ours = min(triptych(empty, "--jobs", "2") for _ in range(3))
xargs = min(seconds(f"seq {TASKS} | xargs -P2 -n1 /bin/true", shell=True) for _ in range(3))
print(f"  xargs -P2 {TASKS / xargs:.0f}/s")
if shutil.which("parallel"):
    parallel = seconds(f"seq {TASKS} | parallel -j2 /bin/true", shell=True)
    print(f"  GNU parallel {TASKS / parallel:.0f}/s")
else:
    print("  GNU parallel is missing: the package parallel has it")
bench.line("triptych script", TASKS / ours, "/s", 1000 * ours / TASKS, "of the time of 1,000/s", 1)

pipe = script("pipe.rb", f"task('head', '-c', {BYTES}, '/dev/zero') >> sh('cat > /dev/null')\n")
print("one writer, one reader:")
ours = min(triptych(pipe) for _ in range(3))
shell = min(seconds(f"head -c {BYTES} /dev/zero | cat > /dev/null", shell=True) for _ in range(3))
print(f"  a pipe of the shell {BYTES / shell / 1e9:.2f} GB/s")
bench.line("triptych script", BYTES / ours / 1e9, "GB/s", ours * 1e9 / BYTES, "of the time of 1 GB/s", 1)

many = script("many.rb", f"s = Stream.new\n8.times {{ task('seq', {LINES}) >> s }}\n8.times {{ s >> sh('cat > /dev/null') }}\n")
print("eight writers, eight readers:")
ours = min(triptych(many) for _ in range(3))
bench.line("short lines", 8 * LINES / ours / 1e6, "M/s", 2e6 * ours / (8 * LINES), "of the time of 2 M/s", 1)

for agents in (1, 2):
    ours = min(triptych(many, "--agents", agents, "--jobs", "16") for _ in range(3))
    bench.line(f"the same on {agents} agent{'s' if agents > 1 else ''} of this machine", 8 * LINES / ours / 1e6, "M/s", 2e6 * ours / (8 * LINES), "of the time of 2 M/s", 1)

waits = script("waits.rb", "200.times { |i| wait((1..10).map { task '/bin/true' }) }\n")
print("2,000 empty tasks in 200 groups, each made when the one before has ended:")
ours = min(triptych(waits, "--jobs", "2") for _ in range(3))
print(f"  triptych script {2000 / ours:.0f}/s")

large = script("large.rb", "100000.times { |i| task '/bin/echo', i }\n")
print("a graph of 100,000 tasks, read and checked:")
ours = min(triptych(large, "--dry-run") for _ in range(2))
bench.line("time", ours, "s", ours / 5, "of 5 s", 1)
used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
bench.line("memory of the largest process", used, "MB", used / 500, "of 500 MB", 1)
bench.done()
