import { beforeEach, expect, test } from "vitest";
import * as state from "../src/state";

beforeEach(() => {
    state.runs.value = [{ run: 0, name: "a", path: "", command: "", state: "ended", start: "", length: 1000, lanes: 1, places: 1, ranks: 0, events: null, clock: "", complete: true, live: false, version: "" }];
    state.runNumber.value = 0;
    state.range.value = null;
    state.steps.value = [];
    state.openViews.value = ["a"];
    state.activeView.value = "a";
});

test("zooming stays within the run", () => {
    state.zoom(0.5, 0);
    expect(state.range.value).toEqual({ from: 0, to: 500 });
    state.pan(10);
    expect(state.range.value).toEqual({ from: 500, to: 1000 });
    state.zoom(100);
    expect(state.range.value).toBeNull();
    state.zoom(1e-9, 500);
    expect(state.shownRange.value.to - state.shownRange.value.from).toBe(16);
});

test("the filter has the steps that are on", () => {
    state.addStep(".filter(e -> e.rank == 1)");
    state.addStep(".filter(e -> e.line > 3)");
    expect(state.filter.value).toBe("events.filter(e -> e.rank == 1).filter(e -> e.line > 3)");
    state.steps.value = state.steps.value.map((s, i) => ({ ...s, on: i === 1 }));
    expect(state.filter.value).toBe("events.filter(e -> e.line > 3)");
});

test("views open in place and beside", () => {
    state.showView("b");
    expect(state.openViews.value).toEqual(["b"]);
    state.toggleBeside("c");
    expect(state.openViews.value).toEqual(["b", "c"]);
    state.showView("d");
    expect(state.openViews.value).toEqual(["b", "d"]);
    state.toggleBeside("b");
    state.toggleBeside("d");
    expect(state.openViews.value).toEqual(["d"]);
});
