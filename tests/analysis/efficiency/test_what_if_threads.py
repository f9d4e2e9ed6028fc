"""triptych predict RUN.tri of programs with threads: relations between times of the same archive, whatever they are."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("the programs are measured with libraries that are preloaded")

here = program.folder()


def measured(name, flag, *options):
    here.run(program.TRIPTYCH, "cc", "cc", flag, "-g", program.SOURCE / "bench/whatif" / f"{name}.c", "-o", name)
    here.triptych("run", "-q", *options, "-o", f"{name}.tri", f"./{name}", 4)
    return json.loads(here.triptych("predict", f"{name}.tri", "--format", "json").out)


def faster(archive, region, factor):
    out = here.triptych("predict", archive, "--faster", region, factor, "--format", "json").out
    return json.loads(out)["changes"][1]


answer = measured("teams", "-fopenmp", "--events=sync,tasks,routines")
rows = {row["region"].split()[0]: row for row in answer["regions"]}
whole = answer["replayed_ns"]
tap.check(abs(whole - answer["measured_ns"]) <= 0.1 * answer["measured_ns"], "OpenMP: the replay takes as long as the run", answer)
alone = faster("teams.tri", "alone", 1e12)
tap.check(abs(whole - alone["time_ns"] - alone["region_ns"]) <= 0.01 * whole, "all of the time outside of parallel regions is gained", alone)
uneven = faster("teams.tri", "uneven", 1e12)
tap.check(0 < whole - uneven["time_ns"] < uneven["region_ns"], "of a region that four threads run at a time, less is gained than all have", uneven)
parallel = faster("teams.tri", "omp parallel", 2)
tap.check(parallel["share_percent"] <= 100 and parallel["time_ns"] < uneven["time_ns"] + whole / 2, "a parallel region is that of all threads", parallel)
text = here.triptych("predict", "teams.tri").out.replace("\n  ", " ")
tap.check("Exact: barriers" in text and "threads get locks in the order in which they come" in text, "it says what is exact, and what is estimated", text)

answer = measured("queue", "-pthread", "--events=sync,tasks,routines")
whole = answer["replayed_ns"]
tap.check(abs(whole - answer["measured_ns"]) <= 0.1 * answer["measured_ns"], "POSIX threads: the replay takes as long as the run", answer)
both = [faster("queue.tri", region, 1e12)["time_ns"] for region in ("produce", "consume")]
tap.check(min(both) < whole and max(both) <= whole, "the consumer or the producers decide", both)

here.triptych("run", "-q", "-o", "silent.tri", "./teams", 4)
text = here.triptych("predict", "silent.tri").out.replace("\n  ", " ")
tap.check("--events=sync,tasks" in text and "not replayed" in text, "without a log of waits, threads are not replayed, and it says what to do", text)

tap.done()
