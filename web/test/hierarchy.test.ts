import { expect, test } from "vitest";
import { callTree, flat, icicle, loopTree, onlyLoops, pathOf, tidy, walk } from "../src/views/tree/hierarchy";
import { colourByComparison, divisionsOf } from "../src/views/tree/division";
import { factsOfNode } from "../src/views/tree/tree_words";
import { verdictClass, pairUp } from "../src/views/compare/difference";
import { tableRows, type Report } from "../src/views/report/report";
import tree from "./data/jacobi-tree.json";
import loops from "./data/four-loops.json";
import compare from "./data/compare.json";
import jacobi from "./data/jacobi.json";

const root = callTree(tree as unknown as Report);

test("the call tree is the report's, with all of its rows", () => {
    expect([...walk(root)].length).toBe((tree as { tree: unknown[] }).tree.length);
    const main = root.children[0]!;
    expect(main.name).toBe("main");
    expect(main.weight).toBe(main.time);
    const waitall = [...walk(root)].find((n) => n.name === "MPI_Waitall")!;
    expect(pathOf(waitall).map((n) => n.name)).toEqual(["main", "run", "solve", "solver_run", "loop at line 54", "step", "halo_finish", "MPI_Waitall"]);
});

test("children are sorted, the hottest first, and never wider than their parent", () => {
    for (const node of walk(root)) {
        for (let i = 1; i < node.children.length; i++) expect(node.children[i - 1]!.weight).toBeGreaterThanOrEqual(node.children[i]!.weight);
        const below = node.children.reduce((sum, c) => sum + c.weight, 0);
        expect(below).toBeLessThanOrEqual(node.weight * (1 + 1e-9));
        expect(node.ownWeight).toBeCloseTo(node.weight - below, 3);
    }
});

test("boxes lie within their parents, and narrow ones are merged and counted", () => {
    const { boxes, depth } = icicle(root, 1000);
    const at = new Map(boxes.filter((b) => b.merged === 0).map((b) => [b.node.id, b]));
    for (const box of at.values()) {
        const parent = box.node.parent ? at.get(box.node.parent.id) : undefined;
        if (!parent) continue;
        expect(box.depth).toBe(parent.depth + 1);
        expect(box.x).toBeGreaterThanOrEqual(parent.x - 1e-6);
        expect(box.x + box.width).toBeLessThanOrEqual(parent.x + parent.width + 1e-6);
    }
    expect(boxes.some((b) => b.merged > 0)).toBe(true);
    expect(depth).toBeGreaterThan(5);
    const all = icicle(root, 1e7);
    expect(all.boxes.filter((b) => b.merged === 0).length).toBeGreaterThan(at.size);
});

test("a zoomed box fills the width below its path", () => {
    const step = [...walk(root)].find((n) => n.name === "step")!;
    const { boxes } = icicle(step, 800);
    const own = boxes.find((b) => b.node === step)!;
    expect([own.x, own.width, own.depth]).toEqual([0, 800, 5]);
    expect(boxes.filter((b) => b.depth < 5).map((b) => b.node.name)).toEqual(["main", "run", "solve", "solver_run", "loop at line 54"]);
});

test("the loop tree of a binary has mean trips, visits and shares", () => {
    const lcct = loopTree(loops as unknown as Record<string, unknown>);
    const hot = [...walk(lcct)].find((n) => n.kind === "loop" && n.line === 17 && n.routine === "sweep")!;
    expect(hot.visits).toBe(1478520);
    expect(hot.trips).toBe(737782960);
    expect(hot.meanTrips).toBeCloseTo(499.001, 3);
    expect(hot.percent).toBeCloseTo(87.966, 3);
    expect(lcct.children[0]!.weight).toBe(11741981070);
});

test("trips and exclusive times of the tree have the report's marks", () => {
    const raw = { depth: 1, kind: "loop", name: "", routine: "f", time_ns: 9, time_at_least: true, exclusive_ns: 5, visits: 2, trips: 6, trips_at_least: true };
    const facts = (changed: object): Record<string, string> => Object.fromEntries(factsOfNode(callTree({ tree: [{ ...raw, ...changed }] }).children[0]!));
    expect(facts({})).toMatchObject({ inclusive: "≥9 ns", exclusive: "~5 ns", "total trips": "≥6", "mean trips": "≥3" });
    expect(facts({ exclusive_at_least: true, trips_at_least: false })).toMatchObject({ exclusive: "≥5 ns", "total trips": "6" });
    expect(facts({ time_at_least: false, exclusive_at_most: true })).toMatchObject({ inclusive: "9 ns", exclusive: "≤5 ns" });
});

test("only routines and loops are left of a call tree", () => {
    expect(new Set([...walk(onlyLoops(root))].map((n) => n.kind))).toEqual(new Set(["routine", "loop"]));
});

test("a tree from left to right: the hottest path is straight, small parts are counted", () => {
    const lcct = loopTree(loops as unknown as Record<string, unknown>);
    const { placed, links } = tidy(lcct, { dx: 100, dy: 10, leastShare: 0.01, closed: new Set() });
    expect(placed.slice(0, 4).map((p) => p.y)).toEqual([0, 0, 0, 0]);
    expect(placed[0]!.hidden).toBeGreaterThan(0);
    const total = [...walk(lcct)].length;
    expect(placed.length + placed.reduce((sum, p) => sum + p.hidden, 0)).toBe(total);
    expect(links.length).toBe(placed.length - 1);
    const rows = new Map<number, Set<number>>();
    for (const p of placed) {
        const row = rows.get(p.y) ?? new Set<number>();
        expect(row.has(p.x)).toBe(false); // no two boxes on one place
        rows.set(p.y, row.add(p.x));
    }
    const closed = tidy(lcct, { dx: 100, dy: 10, leastShare: 0.01, closed: new Set([placed[0]!.node.id]) });
    expect(closed.placed.length).toBe(1);
    expect(closed.placed[0]!.hidden).toBe(total - 1);
});

test("a list of open nodes", () => {
    const all = flat(root, () => true);
    expect(all.length).toBe([...walk(root)].length);
    expect(flat(root, () => false).length).toBe(root.children.length);
});

test("loops get the verdicts of a comparison", () => {
    const answer = compare as unknown as Record<string, unknown>;
    const coloured = colourByComparison(loopTree(loops as unknown as Record<string, unknown>), answer);
    const at = (line: number): string | null => [...walk(coloured)].find((n) => n.kind === "loop" && n.line === line)!.verdict;
    expect(at(54)).toBe("replicated");
    expect(at(11)).toBe("partly replicated");
    expect(at(17)).toBe("divided");
    expect(at(41)).toBe("divided");
    expect(verdictClass("unevenly divided")).toBe("uneven");
    expect(verdictClass("done by one")).toBe("other");
    expect(verdictClass(null)).toBeNull();
    expect(divisionsOf(answer).length).toBe(8);
});

test("rows of two runs are paired by what they are, not by their line", () => {
    const rows = tableRows(jacobi as unknown as Report, "routines");
    const moved = rows.slice(1).map((r) => ({ ...r, line: (r.line ?? 0) + 3, time: r.time === null ? null : r.time * 2 }));
    const pairs = pairUp(rows, moved, "time");
    expect(pairs.length).toBe(rows.length);
    expect(pairs.find((p) => p.first === rows[0])!.second).toBeNull();
    expect(pairs.find((p) => p.first === rows[0])!.difference).toBeNull();
    const step = pairs.find((p) => p.name === "step")!;
    expect(step.ratio).toBe(2);
    expect(step.difference).toBe(step.first!.time);
});

const PARALLEL = [
    [1, "routine", "main", 38, 1, 500, null],
    [2, "loop", "", 42, 50, 460, 10],
    [3, "parallel", "omp parallel", 41, 50, 450, null],
    [4, "task", "implicit task", 41, 50, 440, null],
    [5, "finish", "end of parallel", 41, 50, 170, null],
    [5, "routine", "dot", 31, 3350, 210, null],
    [6, "loop", "", 34, 3350, 180, 100],
    [1, "task", "implicit task", 41, 100, 380, null],
    [2, "routine", "dot", 31, 6650, 990, null],
    [3, "loop", "", 34, 6650, 880, 200],
] as const;

test("the loop tree has no gap where OpenMP divides a loop: all threads are inside the parallel region", () => {
    const rows = PARALLEL.map(([depth, kind, name, line, visits, time_ns, trips]) => ({ depth, kind, name, line, visits, time_ns, trips, exclusive_ns: 1, routine: kind === "routine" ? "" : "x", file: "m.c", percent: time_ns / 10 }));
    const loops = onlyLoops(callTree({ tree: rows } as unknown as Report));
    expect(loops.children.map((n) => n.name)).toEqual(["main"]);
    const inner = [...walk(loops)].find((n) => n.line === 34)!;
    expect(pathOf(inner).map((n) => n.kind)).toEqual(["routine", "loop", "parallel", "task", "routine", "loop"]);
    expect([inner.visits, inner.trips, inner.time, inner.meanTrips]).toEqual([10000, 300, 1060, 0.03]);
    expect([...walk(loops)].some((n) => n.kind === "finish")).toBe(false);
    const { boxes } = icicle(loops, 1000);
    expect(boxes.filter((box) => box.depth === 0).reduce((sum, box) => sum + box.width, 0)).toBeCloseTo(1000);
    for (const node of walk(loops)) expect(node.children.reduce((sum, c) => sum + c.weight, 0)).toBeLessThanOrEqual(node.weight);
});
