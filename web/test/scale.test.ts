import { expect, test } from "vitest";
import { level } from "../src/draw/colours";
import { SvgPainter } from "../src/draw/painter";
import { linear, roomier, roundStep, roundUp, ticks } from "../src/draw/scale";
import { factorOf, inside, magnified } from "../src/magnify";

test("a scale and its way back agree", () => {
    const scale = linear(100, 300, 0, 50);
    expect(scale(200)).toBe(25);
    expect(scale.back(25)).toBe(200);
    expect(linear(5, 5, 0, 10)(7)).toBe(0);
});

test("ticks are round and within the interval", () => {
    expect(roundStep(10, 5)).toBe(2);
    expect(roundStep(1, 3)).toBe(0.5);
    expect(ticks(3, 11, 4).at).toEqual([4, 6, 8, 10]);
    expect(ticks(0, 0, 4).at.length).toBeLessThan(3);
    expect(roundUp(7.2)).toBe(8);
    expect(roundUp(0)).toBe(1);
});

test("ten levels", () => {
    expect([0, 0.05, 0.1, 0.35, 0.95, 1, 2].map(level)).toEqual([0, 0, 1, 3, 9, 9, 9]);
});

test("an SVG escapes names", () => {
    const painter = new SvgPainter(10, 10, "#fff", "<t>");
    painter.text(0, 0, "<script>&", { colour: "#000" });
    expect(painter.toString()).toContain("&lt;script&gt;&amp;");
    expect(painter.toString()).not.toContain("<script>");
});

test("rows are as usual in a usual window, and higher in a large one", () => {
    expect([300, 640, 1280].map(roomier)).toEqual([1, 1, 2]);
});

test("a large window is magnified in steps", () => {
    expect([[1280, 720], [2560, 1440], [3440, 1440], [3840, 2160], [5120, 2880], [99999, 99999]].map(([w, h]) => factorOf(w!, h!))).toEqual([1, 1, 1, 1.5, 2, 3]);
    magnified.value = 1.5;
    expect(inside({ clientX: 40, clientY: 70 }, { left: 10, top: 40 })).toEqual({ x: 20, y: 20 });
    magnified.value = 1;
});
