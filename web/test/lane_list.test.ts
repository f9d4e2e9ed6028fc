import { expect, test } from "vitest";
import type { Tables } from "../src/types";
import { laneLabel, lanesLabel } from "../src/names";
import { laneList, lanesText, placeNumber, readLanes } from "../src/lane_list";

// Two lanes on each of three places; the places' ranks are in another order than their rows.
const names = {
    lanes: { label: [], place: [0, 0, 1, 1, 2, 2], number: [0, 1, 0, 1, 0, 1], rank: [2, 2, 0, 0, 1, 1], start: [], end: [] },
    places: { label: [], number: [0, 7, 9], rank: [2, 0, 1], host: [], pid: [] },
} as unknown as Tables;

test("a place is known by its rank", () => {
    expect(placeNumber(names, 0)).toBe(2);
    expect(placeNumber({ ...names, lanes: { ...names.lanes, rank: Array(6).fill(null) } } as Tables, 2)).toBe(7);
});

test("lanes are written with their place, or as places if these are whole", () => {
    expect(laneList(names, [2, 3, 5])).toBe("0.0-1,1.1");
    expect(lanesText(names, [2, 3, 5])).toBe("0.0-1,1.1");
    expect(lanesText(names, [0, 1, 2, 3])).toBe("0,2");
});

test("lists of places and lanes are read", () => {
    expect(readLanes(names, "0,2")).toEqual([0, 1, 2, 3]);
    expect(readLanes(names, "1-")).toEqual([0, 1, 4, 5]);
    expect(readLanes(names, "0.0-1, 1.1")).toEqual([2, 3, 5]);
    expect(readLanes(names, "2.1-")).toEqual([1]);
    for (const wrong of ["", "x", "1,,2", "1.", "7", "-1"]) expect(readLanes(names, wrong)).toBeNull();
});

test("lanes are named by rank and thread", () => {
    expect(laneLabel(names, 3)).toBe("rank 0 thread 1");
    expect(lanesLabel(names, 2, 3)).toBe("rank 0 thread 0 … rank 0 thread 1");
    const flat = { lanes: { place: [0, 1, 2], number: [0, 0, 0], rank: [0, 1, 2], label: [] }, places: { number: [0, 1, 2], rank: [0, 1, 2] } } as unknown as Tables;
    expect(laneLabel(flat, 2)).toBe("rank 2");
    expect(lanesLabel(flat, 0, 2)).toBe("ranks 0–2");
    const threads = { lanes: { place: [0, 0], number: [0, 1], rank: [null, null], label: [] }, places: { number: [0], rank: [null] } } as unknown as Tables;
    expect(laneLabel(threads, 1)).toBe("thread 1");
});
