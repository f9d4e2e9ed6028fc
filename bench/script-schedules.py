"""script-schedules: how good are plans of tasks, how fast are they made, and how fast are they simulated?

    bench/script-schedules.py [PART...]      all: ratios correction large simulate

Ratios are schedule length ratios: the time of a plan divided by that of the longest path with every task on its fastest
machine. Times are CPU times, because cores are shared."""
import pathlib
import sys

import bench

BUILD = pathlib.Path(bench.TRIPTYCH).parents[2]
MEASURE = BUILD / "tests" / "script" / "schedule" / "measure_schedules"
SIMULATE = BUILD / "src" / "script" / "simulate" / "triptych-simulate"
TASKS = 100_000
PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="world" routing="Full">
    <cluster id="fast" prefix="fast-" radical="0-4999" suffix="" speed="4Gf" core="4" bw="1.25GBps" lat="5us" bb_bw="125GBps" bb_lat="5us"/>
    <cluster id="slow" prefix="slow-" radical="0-4999" suffix="" speed="1Gf" core="2" bw="125MBps" lat="5us" bb_bw="12.5GBps" bb_lat="5us"/>
    <link id="wan" bandwidth="1.25GBps" latency="5ms"/>
    <zoneRoute src="fast" dst="slow" gw_src="fast-fast_router" gw_dst="slow-slow_router"><link_ctn id="wan"/></zoneRoute>
  </zone>
</platform>
"""


def rows(*arguments):
    return [row.split() for row in bench.run(MEASURE, *arguments).splitlines()]


def verdict(good):
    bench.over += not good
    return "ok" if good else "OVER"


def ratios():
    print("mean schedule length ratio of 200 random graphs")
    print(f"  {'':<12} {'heft':>8} {'peft':>8} {'min-min':>8} {'random':>8}")
    for name, *values in rows("ratios"):
        print("  {:<12} {:>8} {:>8} {:>8} {:>8}".format(name, *values))
    heft, peft, _, chance = map(float, values)
    print(f"  HEFT and PEFT beat chance: {verdict(max(heft, peft) < chance)}")
    print("  {:<12} {:>8} {:>8} {:>8} {:>8}  of the time, if all edges are streams".format("streams", *rows("streams")[0]))


def correction():
    lost, refined, stolen, both = map(float, rows("correction")[0])
    print("models that are wrong by factors of up to 4, speeds by up to 3: 200 random graphs")
    print(f"  a static plan by them takes {lost:.1f} % longer than one by right models")
    print(f"  recovered by refining {refined:.0f} %, by stealing {stolen:.0f} %, by both {both:.0f} %  limit 80  {verdict(both >= 80)}")


def large():
    print(f"making and planning a graph of about {TASKS:,} tasks for 16 machines of 4 cores")
    for shape, algorithm, tasks, seconds, megabytes in rows("large", TASKS):
        good = float(seconds) <= 5 and float(megabytes) <= 500
        print(f"  {shape:<10} {algorithm:<8} {int(tasks):>8,} tasks {float(seconds):>7.2f} s {megabytes:>5} MB  limit 5 s, 500 MB  {verdict(good)}")


def simulate():
    if not SIMULATE.exists():
        print("simulation: not built, SimGrid is missing")
        return
    platform = bench.WORK / "platform.xml"
    platform.write_text(PLATFORM, encoding="utf-8")
    print(f"simulating about {TASKS:,} tasks on 10,000 hosts, with 100 kB, and for Montage also 1 MB, from task to task")
    for shape, tasks, hosts, seconds, megabytes, planned, simulated in rows("simulate", SIMULATE, platform, TASKS, 1e5) + rows("simulate", SIMULATE, platform, TASKS, 1e6, "montage"):
        print(f"  {shape:<10} {int(tasks):>8,} tasks {int(hosts):,} hosts {float(seconds):>7.2f} s {megabytes:>5} MB, planned {planned} s, "
              f"simulated {simulated} s  limit 60 s  {verdict(float(seconds) <= 60)}", flush=True)


for part in sys.argv[1:] or ["ratios", "correction", "large", "simulate"]:
    {"ratios": ratios, "correction": correction, "large": large, "simulate": simulate}[part]()
bench.done()
