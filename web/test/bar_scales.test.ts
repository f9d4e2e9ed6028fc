import { expect, test } from "vitest";
import { barOf, fullWidth, matches, sorted, ticks, topmostRow, visibleRows, whiskerOf } from "../src/views/profile/bars";

test("the automatic scale: the topmost visible bar of sorted rows fills the width, and follows the scroll", () => {
    const values = [100, 60, 40, 10, 5];
    expect(fullWidth(values, 0, 3, null)).toBe(100);
    expect(fullWidth(values, 2, 5, null)).toBe(40);
    expect(barOf(40, fullWidth(values, 2, 5, null))).toEqual({ share: 1, beyond: false });
    expect(barOf(10, fullWidth(values, 2, 5, null))!.share).toBeCloseTo(0.25);
});

test("rows that are not sorted by the measure: the largest visible bar fills the width", () => {
    expect(fullWidth([1, 370, 37, 4], 0, 4, null)).toBe(370);
    expect(fullWidth([1, 370, 37, 4], 2, 4, null)).toBe(37);
});

test("rows without a value do not set the scale", () => {
    expect(fullWidth([null, null, 7], 0, 3, null)).toBe(7);
    expect(fullWidth([null, 0], 0, 2, null)).toBe(1);
    expect(barOf(null, 7)).toBeNull();
});

test("a manual scale stays while scrolling; longer bars end in an arrow", () => {
    for (const topmost of [0, 1, 2]) expect(fullWidth([100, 60, 40], topmost, 3, 50)).toBe(50);
    expect(barOf(100, 50)).toEqual({ share: 1, beyond: true });
    expect(barOf(25, 50)).toEqual({ share: 0.5, beyond: false });
});

test("which row is at the top, and which are drawn", () => {
    expect(topmostRow(0, 26, 10)).toBe(0);
    expect(topmostRow(12, 26, 10)).toBe(0);
    expect(topmostRow(14, 26, 10)).toBe(1);
    expect(topmostRow(1e9, 26, 10)).toBe(9);
    expect(visibleRows(260, 260, 26, 100, 2)).toEqual({ first: 8, end: 22 });
    expect(visibleRows(0, 260, 26, 3)).toEqual({ first: 0, end: 3 });
});

test("sorting puts what is not known last, either way, and is stable", () => {
    const rows = [{ v: null }, { v: 2 }, { v: 5 }, { v: 2 }];
    expect(sorted(rows, (r) => r.v, true).map((r) => r.v)).toEqual([5, 2, 2, null]);
    expect(sorted(rows, (r) => r.v, false).map((r) => r.v)).toEqual([2, 2, 5, null]);
    expect(sorted(["loop 10", "loop 9"], (r) => r, false)).toEqual(["loop 9", "loop 10"]);
});

test("a search finds all of its words, in any case", () => {
    expect(matches("Halo wait", "MPI_Waitall of halo_finish")).toBe(true);
    expect(matches("halo send", "MPI_Waitall of halo_finish")).toBe(false);
    expect(matches("", "x")).toBe(true);
});

test("ticks are round", () => {
    expect(ticks(100, 5)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(ticks(7, 4)).toEqual([0, 2, 4, 6]);
    expect(ticks(0, 4)).toEqual([0]);
});

test("a whisker that is longer than the scale is cut off, and its mean stays where it is", () => {
    expect(whiskerOf({ min: 0, mean: 160, max: 640 }, 320)).toEqual({ from: 0, to: 100, mean: 50, beyond: true });
    expect(whiskerOf({ min: 80, mean: 160, max: 320 }, 320)).toEqual({ from: 25, to: 100, mean: 50, beyond: false });
    expect(whiskerOf({ min: 80, mean: 400, max: 640 }, 320).mean).toBeNull();
});
