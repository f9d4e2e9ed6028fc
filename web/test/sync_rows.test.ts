import { describe, expect, it } from "vitest";
import type { Activity, Wait } from "../src/views/charts/data";
import { GROUP, mergeCauses, mergeRows } from "../src/views/charts/sync_rows";

const activity = (rank: number): Activity => ({ id: `${rank}-0`, kind: "thread", parent: null, madeAt: null, body: null, madeOn: null, firstLane: rank, created: null, start: rank, finish: 1000 + rank, ran: 10, moves: 0 });
const wait = (rank: number, from: number, to: number): Wait => ({ id: `${rank}-0`, type: "CLOCK", name: "barrier", from, to, object: null, holder: null, about: null, region: 0, lane: rank, open: false });

describe("rows of the Synchronization Chart", () => {
    const all = Array.from({ length: 10 }, (_, rank) => activity(rank));
    const ids = all.map((one) => one.id);
    it("merges activities that follow one another, in the order of their numbers", () => {
        const got = mergeRows([...ids].reverse(), all, { items: [], total: 0, merged: [], below: 0, missing: 0 }, { from: 0, to: 1000 }, 4);
        expect(got.rows).toEqual(["0-0 … 2-0", "3-0 … 5-0", "6-0 … 8-0", "9-0"]);
        expect(got.each).toBe(3);
        expect(got.lanes.get("3-0 … 5-0")).toEqual([3, 4, 5]);
        expect(got.activities.map((one) => [one.kind, one.start, one.finish])).toEqual([[GROUP, 0, 1002], [GROUP, 3, 1005], [GROUP, 6, 1008], ["thread", 9, 1009]]);
    });
    it("keeps the time of all waits, as the mean of a row", () => {
        const items = [wait(0, 100, 300), wait(1, 0, 1000), wait(9, 500, 501)];
        const merged = [{ id: "2-0", type: "CLOCK", lane: 2, from: 0, to: 500, waited: 100, count: 7 }];
        const got = mergeRows(ids, all, { items, total: 10, merged, below: 5, missing: 0 }, { from: 0, to: 1000 }, 4);
        const sum = (name: string, of: "waited" | "count") => got.waits.merged.filter((one) => one.id === name).reduce((total, one) => total + one[of], 0);
        expect(sum("0-0 … 2-0", "waited")).toBeCloseTo((200 + 1000 + 100) / 3);
        expect(sum("0-0 … 2-0", "count")).toBe(9);
        expect(sum("9-0", "waited")).toBeCloseTo(1);
        expect(got.waits.merged.every((one) => one.waited <= one.to - one.from + 1e-9)).toBe(true);
        expect(got.waits.items).toEqual([]);
    });
    it("adds up the causes of a row's lanes", () => {
        const lane = (number: number, bin: number, bins: number, share: number) => ({ lane: number, bin: Uint32Array.of(bin), bins: Uint32Array.of(bins), kind: Uint8Array.of(1), share: Uint8Array.of(share) });
        const causes = { start: 100, width: 10, bins: 10, atLeast: false, time: [0, 1], calls: [0, 1], lanes: [lane(0, 1, 2, 255), lane(1, 2, 1, 51), lane(7, 0, 1, 255)] };
        const got = mergeCauses(causes, new Map([["0-0 … 1-0", [0, 1]]]));
        expect(got.map((one) => [one.id, one.type, one.from, one.to, Math.round(one.waited * 100) / 100])).toEqual([
            ["0-0 … 1-0", "1", 110, 120, 5],
            ["0-0 … 1-0", "1", 120, 130, 6],
        ]);
    });
    it("cuts waits at the ends of the range", () => {
        const got = mergeRows(ids, all, { items: [wait(0, 0, 1000)], total: 1, merged: [], below: 0, missing: 0 }, { from: 400, to: 600 }, 100);
        expect(got.waits.merged.reduce((total, one) => total + one.waited, 0)).toBeCloseTo(200);
    });
});
