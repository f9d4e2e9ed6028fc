import { expect, test } from "vitest";
import type { Tables } from "../src/types";
import { narrowedQuery, narrowedReport } from "../src/views/narrowed";
import { tableRows } from "../src/views/report";

test("the query is the filter, the time range and the lanes in force", () => {
    expect(narrowedQuery("", null, null)).toBe("");
    const text = narrowedQuery("events.filter(e -> e.rank == 3)", { from: 10, to: 20.4 }, [0, 2]);
    expect(text.startsWith("events.filter(e -> e.rank == 3).filter(e -> e.startTime >= 10ns && e.startTime < 20ns).filter(e -> e.lane in [0, 2]).groupBy(")).toBe(true);
    expect(narrowedQuery("", { from: 1, to: 2 }, null).startsWith("events.filter(")).toBe(true);
});

const names: Tables = {
    lanes: { label: ["0.0", "1.0"], place: [0, 1], rank: [0, 1], start: [], end: [] },
    regions: { name: ["", "step", "loop 2", "MPI_Send"], kind: ["", "routine", "loop", "comm"], file: [null, 0, 0, 0], line: [0, 6, 9, 14], routine: [0, 0, 1, 1], mpi: [] },
    files: ["/src/solver.c"],
    nodes: { region: [], parent: [], lane: [] },
};

test("its answer becomes tables whose sums are those of their lanes", () => {
    const answer = {
        columns: ["region", "lane", "visits", "inclusive", "trips", "bytes"].map((name) => ({ name, type: "number" })),
        rows: [
            [1, 0, 3, 30, null, null],
            [1, 1, 4, 50, null, null],
            [2, 0, 3, 20, 12, null],
            [3, 1, 2, 5, null, 64],
        ],
        more: false,
    };
    const report = narrowedReport(answer, names, { run: { places: 2, lanes: 2 } }, [1]);
    const step = tableRows(report, "routines")[0]!;
    expect([step.name, step.visits, step.time, step.lanes.map((l) => l.visits)]).toEqual(["step", 7, 80, [3, 4]]);
    const loop = tableRows(report, "loops")[0]!;
    expect([loop.name, loop.trips, loop.meanTrips]).toEqual(["loop 2 of step", 12, 4]);
    const send = tableRows(report, "comm")[0]!;
    expect([send.name, send.visits, send.bytes, send.time]).toEqual(["MPI_Send of step", 2, 64, 5]);
    expect(report["run"]).toEqual({ places: 1, lanes: 1 });
});
