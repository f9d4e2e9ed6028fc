import { expect, test } from "vitest";
import { NOTHING, type WindowLane } from "../src/decode";
import type { Tables } from "../src/types";
import { deepest, nest, Paths } from "../src/views/timeline/bars";
import { rowsThatFit, steadyRows } from "../src/views/timeline/paint";

// nodes: 0 outside; 1 main; 2 main/solve; 3 main/solve/MPI_Send; 4 main/print
const names = { nodes: { region: [0, 10, 11, 12, 13], parent: [null, 0, 1, 2, 1], lane: [0, 0, 0, 0, 0] } } as unknown as Tables;

function lane(stretches: [bin: number, node: number, begun: number][]): WindowLane {
    return {
        lane: 0,
        bin: Uint32Array.from(stretches, (s) => s[0]),
        node: Uint32Array.from(stretches, (s) => s[1]),
        begun: Uint32Array.from(stretches, (s) => s[2]),
        class: new Uint8Array(stretches.length),
        busy: new Uint8Array(stretches.length).fill(255),
        flags: new Uint16Array(stretches.length),
    };
}

test("stretches of one region join into one bar, above what it calls", () => {
    const paths = new Paths(names);
    const window = lane([[0, 1, 1], [2, 2, 1], [3, 3, 5], [6, 4, 1], [8, NOTHING, 0]]);
    const bars = nest(window, 10, paths, 8);
    expect(bars.map((b) => [b.node, b.depth, b.from, b.to, b.begun])).toEqual([
        [1, 0, 0, 8, 8],
        [2, 1, 2, 6, 6],
        [3, 2, 3, 6, 5],
        [4, 1, 6, 8, 1],
    ]);
    expect(deepest([window], paths)).toBe(3);
});

test("with too few levels, the innermost region takes the last one", () => {
    const bars = nest(lane([[0, 3, 1], [5, 2, 1]]), 10, new Paths(names), 2);
    expect(bars.map((b) => [b.node, b.depth, b.from, b.to])).toEqual([
        [1, 0, 0, 10],
        [3, 1, 0, 5],
        [2, 1, 5, 10],
    ]);
});

test("a gap ends a bar", () => {
    const bars = nest(lane([[0, 1, 1], [2, NOTHING, 0], [4, 1, 1]]), 6, new Paths(names), 4);
    expect(bars.map((b) => [b.from, b.to])).toEqual([[0, 2], [4, 6]]);
});

test("lines of text that come and go ask for no other rows", () => {
    const rows = steadyRows(0, 500);
    let asked = 0;
    let now = rows;
    for (let i = 0; i < 100; i++) {
        const next = steadyRows(now, i % 2 ? 500 : 478); // a line of text below the picture
        asked += next === now ? 0 : 1;
        now = next;
    }
    expect(asked).toBe(0);
    expect(steadyRows(rows, 900)).toBe(rowsThatFit(900)); // a larger window has more rows
    expect(steadyRows(rows, 200)).toBe(rowsThatFit(200)); // a smaller one has fewer
});
