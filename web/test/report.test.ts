import { expect, test } from "vitest";
import { callSites, num, partsOf, spread, table, tableRows, untimedRows, type Report } from "../src/views/report/report";
import { chosenMeasures, measuresOf } from "../src/views/profile/bars_view";
import { completeness, evidenceOf } from "../src/views/overview/overview";
import { lanesOf, sharesOf } from "../src/views/profile/routine";
import { marked, readMax, sentence, timeOf } from "../src/views/report/values";
import { readTime } from "../src/format";
import jacobi from "./data/jacobi.json";
import routine from "./data/jacobi-routine.json";

const report = jacobi as unknown as Report;

test("routines have the report's numbers, and their lanes below them", () => {
    const rows = tableRows(report, "routines");
    expect(rows.map((r) => r.name)).toContain("solver_run");
    const step = rows.find((r) => r.name === "step")!;
    expect(step.visits).toBe(1480);
    expect(step.lanes.map((l) => l.visits)).toEqual([370, 370, 370, 370]);
    expect(step.lanes.reduce((sum, l) => sum + l.time!, 0)).toBe(step.time);
    expect(rows.every((r) => r.lanes.length === 4)).toBe(true);
});

test("loops say their routine, position and trips", () => {
    const loop = tableRows(report, "loops").find((r) => r.routine === "solver_run")!;
    expect(loop.name).toBe("loop 1 of solver_run");
    expect([loop.trips, loop.meanTrips, loop.minTrips, loop.maxTrips, loop.visits]).toEqual([1480, 370, 370, 370, 4]);
    expect(loop.line).toBe(54);
});

test("a call site's time is the sum of its ranks", () => {
    const sites = callSites(report);
    const wait = sites.find((s) => s.region === "MPI_Waitall")!;
    const ranks = table(report, "comm").filter((r) => r["function"] === "MPI_Waitall" && r["line"] === 38);
    expect(wait.lanes.length).toBe(4);
    expect(wait.time).toBe(ranks.reduce((sum, r) => sum + num(r["time_ns"])!, 0));
    expect(wait.visits).toBe(1480);
    expect(wait.name).toBe("MPI_Waitall of halo_finish");
});

test("what was not timed has its reason", () => {
    const rows = untimedRows(report);
    const value = rows.find((r) => r.name === "value")!;
    expect(value.visits).toBe(8_000_000);
    expect(value.time).toBeNull();
    expect(value.reason).toMatch(/derived, not timed/);
    expect(rows.some((r) => r.table === "never visited" && r.name === "read_number")).toBe(true);
});

test("least, mean and most of the ranks; a rank that never came counts as 0", () => {
    const step = tableRows(report, "routines").find((r) => r.name === "step")!;
    const all = spread(partsOf(step, "visits"), 4)!;
    expect([all.min, all.mean, all.max, all.of]).toEqual([370, 370, 370, 4]);
    const one = spread(partsOf({ lanes: step.lanes.slice(0, 1) }, "visits"), 4)!;
    expect([one.min, one.mean, one.max, one.maxAt]).toEqual([0, 92.5, 370, "rank 0"]);
    const value = tableRows(report, "routines").find((r) => r.name === "value")!;
    expect(spread(partsOf(value, "time"), 4)).toBeNull();
});

test("where a rank may have more, so may the most of all and their mean", () => {
    const step = tableRows(report, "routines").find((r) => r.name === "step")!;
    const marks = (measure: "time" | "exclusive", changed: object): string[] => {
        const lanes = step.lanes.map((lane, i) => ({ ...lane, time: 4 - i, exclusive: 4 - i, ...(i === 3 ? changed : {}) }));
        return Object.values(spread(partsOf({ lanes }, measure), 4)!.marks);
    };
    expect(marks("time", {})).toEqual(["", "", ""]);
    expect(marks("time", { timeAtLeast: true })).toEqual(["≥", "≥", "≥"]);
    expect(marks("time", { timeAtLeast: true, time: 2.5 })).toEqual(["", "≥", "≥"]);
    expect(marks("exclusive", { exclusiveAtMost: true })).toEqual(["≤", "≤", ""]);
    expect(marks("exclusive", { exclusiveAtMost: true, exclusive: 9 })).toEqual(["≤", "≤", "≤"]);
    expect(marks("exclusive", { estimated: true })).toEqual(["~", "~", "~"]);
    expect(spread(partsOf({ lanes: [{ ...step.lanes[0]!, timeAtLeast: true }] }, "time"), 4)!.marks).toEqual({ min: "", mean: "≥", max: "≥" });
});

test("time and visits are open together at first", () => {
    const offered = measuresOf(tableRows(report, "routines"), "routines");
    expect(offered).toEqual(["time", "exclusive", "visits"]);
    expect(chosenMeasures("", offered)).toEqual(["time", "visits"]);
    expect(chosenMeasures("visits,bytes", offered)).toEqual(["visits"]);
});

test("marks: at least, estimated, not timed", () => {
    const rows = tableRows(report, "loops");
    const sweep = rows.find((r) => r.routine === "sweep" && r.seq === 2)!;
    expect(marked(sweep, "time", sweep.time)).toMatch(/^~1\.85/);
    const value = tableRows(report, "routines").find((r) => r.name === "value")!;
    expect(marked(value, "time", value.time)).toBe("not timed");
    expect(marked({ ...value, visitsAtLeast: true }, "visits", 7)).toBe("≥7");
    const above = { ...value, exclusiveAtMost: true, estimated: true };
    expect([marked(above, "exclusive", 1e9), marked(above, "time", 1e9)].map((text) => text[0])).toEqual(["≤", "~"]);
    const neither = { ...value, timeAtLeast: true }; // and the time of something called is too short, too
    expect([marked(neither, "exclusive", 1e9), marked(neither, "time", 1e9)].map((text) => text[0])).toEqual(["~", "≥"]);
    expect(marked({ ...neither, exclusiveAtLeast: true }, "exclusive", 1e9)).toMatch(/^≥/);
    expect([{}, { time_ns: 5 }, { time_ns: 5, time_at_least: true, estimated: true }, { time_ns: 5, estimated: true }].map(timeOf)).toEqual(["not timed", "5 ns", "≥5 ns", "~5 ns"]);
    expect(untimedRows({ untimed: [{ kind: "loop", time_ns: 5, time_at_least: true }] })[0]!.mark).toBe("≥");
    expect(sentence(value, ["time", "visits"])).toBe("value, wave.c:12: inclusive time not timed, visits 8,000,000");
});

test("the maximum of a scale is a time or a number", () => {
    expect(readMax("time", "20ms", readTime)).toBe(20_000_000);
    expect(readMax("time", "1.5 s", readTime)).toBe(1_500_000_000);
    expect(readMax("visits", "1,000", readTime)).toBe(1000);
    expect(readMax("visits", "2k", readTime)).toBe(2000);
    expect(readMax("bytes", "3MB", readTime)).toBe(3_000_000);
    expect(readMax("visits", "many", readTime)).toBeNull();
    expect(readMax("time", "0", readTime)).toBeNull();
});

test("the parts of a routine are 100 %, of all lanes and of each", () => {
    const kinds = table(routine as unknown as Report, "kinds");
    const total = (shares: { percent: number | null }[]): number => shares.reduce((sum, s) => sum + (s.percent ?? 0), 0);
    expect(total(sharesOf(kinds, null))).toBeCloseTo(100, 6);
    expect(lanesOf(kinds).map((l) => l.label)).toEqual(["rank 0", "rank 1", "rank 2", "rank 3"]);
    for (const lane of lanesOf(kinds)) expect(total(sharesOf(kinds, lane))).toBeCloseTo(100, 6);
    expect(sharesOf(kinds, null)[0]!.title).toBe("own code");
    expect(sharesOf([{ part: "calls", time_ns: 5, time_at_least: true }], null)[0]!.time).toBe("≥5 ns");
});

test("a run that ended well is complete; any other says why not", () => {
    expect(completeness(report)).toMatchObject({ good: true, reasons: [] });
    const killed = { run: { state: "killed", state_text: "killed by signal 9" }, places: [{ state: "killed" }, { state: "ended" }] };
    expect(completeness(killed).reasons).toEqual(["killed by signal 9", "1 of 2 places is unfinished"]);
    const dropped = { run: { state: "ended", state_text: "ended with exit status 0", exit_status: 0, dropped_events: 12, missing: "12 events were dropped" }, places: [{ state: "ended" }] };
    expect(completeness(dropped)).toMatchObject({ good: false, reasons: ["12 events were dropped"] });
    const filtered = { run: { ...dropped.run, dropped_events: undefined, filtered_events: 12, missing: "12 events were filtered (--filter)" }, places: dropped.places };
    expect(completeness(filtered)).toMatchObject({ good: true, reasons: [], filtered: "12 events were filtered (--filter)" });
    expect(completeness({ run: { state: "running" }, places: [{ state: "running" }] }).reasons).toEqual(["the run is still running: numbers grow"]);
});

test("each finding leads to its evidence", () => {
    expect(evidenceOf("late_sender").view).toBe("communication");
    expect(evidenceOf("one_rank_does_io").settings).toContainEqual(["profile.table", "io"]);
    expect(evidenceOf("load_imbalance").settings).toContainEqual(["profile.routines.by", "each"]);
    expect(evidenceOf("oversubscribed").view).toBe("profile");
});
