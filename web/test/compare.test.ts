import { expect, test } from "vitest";
import { alignments, resample, type Strip } from "../src/views/compare/common_time";
import { coverageOf, pairUp } from "../src/views/compare/difference";
import type { Row } from "../src/views/report/report";
import type { Tables } from "../src/types";

const row = (region: string, exclusive: number | null): Row => ({ key: region, kind: "routine", name: region, region, routine: region, file: "a.c", seq: null, exclusive }) as unknown as Row;

test("a region that only one run has is new or gone, and its whole value is the change", () => {
    const pairs = pairUp([row("a", 10), row("gone", 30)], [row("a", 15), row("new", 5)], "exclusive");
    expect(pairs.map((p) => [p.name, p.difference, p.change])).toEqual([
        ["a", 5, 5],
        ["gone", null, -30],
        ["new", null, 5],
    ]);
    expect(coverageOf(pairs, "exclusive")).toEqual({ first: 25, second: 75, onlyFirst: 1, onlySecond: 1 });
});

test("what is not known stays not known", () => {
    expect(pairUp([row("a", null)], [row("a", 15)], "exclusive")[0]!.change).toBe(null);
    expect(coverageOf([], "exclusive").first).toBe(null);
});

const strip = (zero: number): Strip =>
    ({ name: "x", length: 40, zero, show: { start_ns: 0, zero_ns: 0, length_ns: 10, rows: [{ class: "program" }, { class: "idle" }], values: [[1, 0.5, 0, 1], [0, 0.5, 1, 0]] } }) as unknown as Strip;

test("shares in stretches of a common axis: their sum over time stays the same", () => {
    const shares = resample(strip(0), { from: 0, to: 80 }, 4).get("program")!;
    expect([...shares]).toEqual([0.75, 0.5, 0, 0]);
    const moved = resample(strip(5), { from: -5, to: 35 }, 8).get("program")!;
    expect([...moved].reduce((a, b) => a + b, 0) * 5).toBeCloseTo(25, 9);
    expect(resample(strip(0), { from: 0, to: 80 }, 4).has("idle")).toBe(false);
});

test("runs can be aligned at regions that both have, wherever their lines are now", () => {
    const names = (label: string[], kind: string[]): Tables => ({ regions: { name: label.map((l, i) => (kind[i] === "routine" ? l : "")), label, kind } }) as unknown as Tables;
    const first = names(["", "step", "loop 2 of step (a.c:17)", "old"], ["", "routine", "loop", "routine"]);
    const second = names(["", "new", "step", "loop 2 of step (a.c:19)"], ["", "routine", "routine", "loop"]);
    expect(alignments(first, second)).toEqual([
        { key: "loop 2 of step", rows: [2, 3] },
        { key: "step", rows: [1, 2] },
    ]);
    expect(alignments(first, null)).toEqual([]);
});
