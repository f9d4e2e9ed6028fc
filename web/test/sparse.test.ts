import { describe, expect, it } from "vitest";
import type { Messages } from "../src/decode";
import { choose, sparse } from "../src/views/timeline/sparse";

describe("lines of messages", () => {
    it("leave room for the bars between them", () => {
        const dense = Array.from({ length: 1000 }, (_, i) => ({ x1: i / 10, x2: i / 10 + 1, a: 0, b: 1 }));
        const chosen = choose(dense);
        expect(chosen.length).toBeGreaterThan(8);
        expect(chosen.length).toBeLessThanOrEqual(14);
    });
    it("in different gaps do not disturb each other", () => {
        expect(choose([{ x1: 5, x2: 5, a: 0, b: 1 }, { x1: 5, x2: 5, a: 1, b: 2 }, { x1: 5, x2: 5, a: 0, b: 2 }, null])).toEqual([0, 1]);
    });
    it("are all drawn where there is room, and counted where not", () => {
        const all: Messages = {
            total: 3,
            thinned: false,
            sent: Float64Array.of(0, 100, 101),
            received: Float64Array.of(10, 110, 111),
            from: Uint32Array.of(0, 0, 0),
            to: Uint32Array.of(1, 1, 1),
            bytes: Float64Array.of(1, 2, 3),
            region: Uint32Array.of(0, 0, 0),
            flags: Uint32Array.of(0, 0, 0),
        };
        const order = new Map([[0, 0], [1, 1]]);
        expect(sparse(all, order, (ns) => ns * 20)).toBe(all);
        const few = sparse(all, order, (ns) => ns / 2);
        expect([...few.bytes]).toEqual([1, 2]);
        expect(few.thinned).toBe(true);
        expect(few.total).toBe(3);
    });
});
