import { expect, test } from "vitest";
import type { Tables } from "../src/types";
import { placeNumber, spans } from "../src/views/when/when";

// Two lanes on each of three places; the places' ranks are in another order than their rows.
const names = {
    lanes: { label: [], place: [0, 0, 1, 1, 2, 2], number: [0, 1, 0, 1, 0, 1], rank: [2, 2, 0, 0, 1, 1], start: [], end: [] },
    places: { label: [], number: [0, 7, 9], rank: [2, 0, 1], host: [], pid: [] },
} as unknown as Tables;

test("a place is known by its rank", () => {
    expect(placeNumber(names, 0)).toBe(2);
    expect(placeNumber({ ...names, lanes: { ...names.lanes, rank: Array(6).fill(null) } } as Tables, 2)).toBe(7);
});

test("lanes that are a span of places and of lanes in them can be selected", () => {
    expect(spans(names, [2, 3])).toEqual({ places: "0-0", lanes: "0-1" });
    expect(spans(names, [2, 4])).toEqual({ places: "0-1", lanes: "0-0" });
    expect(spans(names, [2, 5])).toBeNull();
    expect(spans(names, [2, 0])).toBeNull();
});
