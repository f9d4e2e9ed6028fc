import { expect, test } from "vitest";
import { byLine, costsOf, minimap, nextHot } from "../src/views/source/lines";
import { matrixOf, ranksLabel, waitMatrix } from "../src/views/communication/matrix";
import { commonAxis } from "../src/views/compare/common_time";
import { fileNumber, regionOf, sameFile } from "../src/views/report/regions";
import { table, type Report } from "../src/views/report/report";
import jacobi from "./data/jacobi.json";
import type { Tables } from "../src/types";

const answer = {
    path: "/x/solver.c",
    lines: ["", "", ""],
    costs: [
        { line: 6, region: 3, kind: "routine", visits: 700, exclusive: 2201, in_loops: 2200, inclusive: 2201, trips: null, mean_trips: null },
        { line: 9, region: 4, kind: "loop", visits: 700, exclusive: 20, in_loops: 0, inclusive: 2200, trips: 840000, mean_trips: 1200 },
        { line: 14, region: 5, kind: "loop", visits: 840000, exclusive: 2180, in_loops: 0, inclusive: 2180, trips: 1008000000, mean_trips: 1200 },
        { line: 14, region: 6, kind: "loop", visits: 3, exclusive: null, in_loops: null, inclusive: null, trips: 9, mean_trips: 3 },
        { line: 0, region: 7, kind: "routine", visits: 1, exclusive: 5, inclusive: 5 },
    ],
};

test("the costs of lines: a routine's loops have lines of their own, so that all lines add up", () => {
    const lines = byLine(costsOf(answer));
    expect([...lines.keys()]).toEqual([6, 9, 14]);
    expect(lines.get(6)!.own).toBe(1);
    expect([...lines.values()].reduce((sum, l) => sum + (l.own ?? 0), 0)).toBe(2201);
    expect(lines.get(9)!.meanTrips).toBe(1200);
    expect(lines.get(14)).toMatchObject({ own: 2180, visits: 840000, trips: 1008000009, meanTrips: null });
});

test("bounds are marked, also in sums", () => {
    const marks = (...costs: object[]): string[] => {
        const line = byLine(costsOf({ ...answer, costs: costs.map((cost) => ({ ...answer.costs[1]!, ...cost })) })).get(9)!;
        return [line.ownMark, line.mark, line.countMarks.visits, line.countMarks.trips, line.countMarks.meanTrips];
    };
    expect(marks({})).toEqual(["", "", "", "", ""]);
    expect(marks({ outside_loops_at_most: true }, {})).toEqual(["≤", "", "", "", ""]);
    expect(marks({ outside_loops_at_most: true }, { outside_loops_at_least: true, at_least: true })).toEqual(["~", "≥", "", "", ""]);
    expect(marks({ at_least: true })).toEqual(["~", "≥", "", "", ""]);
    expect(marks({ estimated: true, visits_at_least: true, trips_at_least: true }, {})).toEqual(["~", "~", "≥", "≥", ""]);
    expect(marks({ trips_at_least: true, mean_trips_at_least: true })).toEqual(["", "", "", "≥", "≥"]);
});

test("a line whose regions were not timed has no time, not zero", () => {
    const lines = byLine(costsOf({ ...answer, costs: [answer.costs[3]!] }));
    expect(lines.get(14)!.own).toBeNull();
});

test("the minimap keeps the hottest line of each stretch", () => {
    const lines = byLine(costsOf(answer));
    const heat = minimap(lines, 20, 4);
    expect([...heat].map((h) => h > 0)).toEqual([false, true, true, false]);
    expect(heat[2]).toBe(1);
    expect(minimap(lines, 0, 0).length).toBe(0);
    expect(nextHot(lines, 6, true)).toBe(9);
    expect(nextHot(lines, 9, false)).toBe(6);
    expect(nextHot(lines, 14, true)).toBeNull();
});

test("the matrix of messages has the report's numbers", () => {
    const raws = table(jacobi as unknown as Report, "comm_matrix");
    const matrix = matrixOf(raws, 4, "bytes", 100);
    expect([matrix.rows, matrix.merged, matrix.cells.length, matrix.largest]).toEqual([4, 1, 8, 2960000]);
    const cell = matrix.cells.find((c) => c.source === 0 && c.target === 1)!;
    expect([cell.messages, cell.bytes]).toEqual([370, 2960000]);
    expect(matrixOf(raws, 4, "mean_bytes", 100).largest).toBe(8000);
});

test("bytes that are not known are no bytes", () => {
    const raws = [
        { source: 0, target: 1, messages: 2, bytes: null, unmatched: 0 },
        { source: 1, target: 0, messages: 1, bytes: 10, unmatched: 0 },
    ];
    const matrix = matrixOf(raws, 2, "bytes", 100);
    expect([matrix.largest, ...matrix.cells.map((cell) => cell.bytes)]).toEqual([10, NaN, 10]);
    expect(matrixOf(raws, 2, "messages", 100).largest).toBe(2);
    expect(matrixOf(raws, 2, "bytes", 1).cells[0]!.value).toBeNaN();
});

test("many ranks are merged, and nothing is lost", () => {
    const raws = Array.from({ length: 1000 }, (_, i) => ({ source: i, target: (i + 1) % 1000, messages: 2, bytes: 10, unmatched: 0 }));
    const matrix = matrixOf(raws, 1000, "messages", 100);
    expect([matrix.rows, matrix.merged]).toEqual([100, 10]);
    expect(matrix.cells.reduce((sum, c) => sum + c.messages, 0)).toBe(2000);
    expect(ranksLabel(10, 10, 1000)).toBe("ranks 10 to 19");
    expect(ranksLabel(3, 1, 4)).toBe("rank 3");
    expect(matrix.cells.find((c) => c.source === 0 && c.target === 0)!.messages).toBe(18);
});

test("who waited because of whom", () => {
    const raws = table(jacobi as unknown as Report, "comm_waits");
    const matrix = waitMatrix(raws, 4, 100);
    const of = raws.filter((r) => r["rank"] === 3 && r["cause_rank"] === 1).reduce((sum, r) => sum + (r["time_ns"] as number), 0);
    expect(of).toBeGreaterThan(0);
    expect(matrix.cells.find((c) => c.source === 1 && c.target === 3)!.bytes).toBe(of);
});

const names: Tables = {
    lanes: { label: [], place: [], rank: [], start: [], end: [] },
    regions: { name: ["", "step", "loop 1", "loop 2", "step"], kind: ["", "routine", "loop", "loop", "routine"], file: [null, 0, 0, 0, 1], line: [0, 6, 9, 14, 6], routine: [0, 0, 1, 1, 0], mpi: [] },
    files: ["/src/solver.c", "/other/grid.c"],
    nodes: { region: [], parent: [], lane: [] },
};

test("a row of the report finds its region", () => {
    expect(regionOf(names, { kind: "routine", region: "step", routine: "step", file: "solver.c", line: 6 })).toBe(1);
    expect(regionOf(names, { kind: "routine", region: "step", routine: "step", file: "grid.c", line: 6 })).toBe(4);
    expect(regionOf(names, { kind: "loop", region: "", routine: "step", file: "solver.c", line: 14 })).toBe(3);
    expect(regionOf(names, { kind: "loop", region: "", routine: "step", file: "solver.c", line: 15 })).toBeNull();
    expect(regionOf(null, { kind: "loop", region: "", routine: "", file: "", line: 1 })).toBeNull();
    expect(sameFile("/src/solver.c", "solver.c")).toBe(true);
    expect(sameFile("/src/mysolver.c", "solver.c")).toBe(false);
    expect(fileNumber(names, "grid.c")).toBe(1);
    expect(fileNumber(names, "solver.c", "/src")).toBe(0);
    expect(fileNumber(names, "none.c")).toBeNull();
});

test("two runs on one time axis, from their start or aligned", () => {
    expect(commonAxis([{ length: 10, zero: 0 }, { length: 4, zero: 0 }])).toEqual({ from: 0, to: 10 });
    expect(commonAxis([{ length: 10, zero: 3 }, { length: 4, zero: 1 }])).toEqual({ from: -3, to: 7 });
});
