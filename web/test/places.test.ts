import { expect, test } from "vitest";
import type { Tables } from "../src/types";
import { ofActivity } from "../src/views/charts/places";

const tables = (kinds: string[]): Tables => ({ regions: { kind: kinds, name: kinds } }) as unknown as Tables;

test("a filter names an activity of places by its path, which is the same in every run", () => {
    const names = tables(["routine", "move", "finish"]);
    expect(ofActivity(names, { id: "0-7", path: "main/queens.c:46#2" })).toBe('e.activityPath == "main/queens.c:46#2"');
    expect(ofActivity(names, { id: "0-0", path: "main" })).toBe('e.activityNumber == "0-0"'); // so has each place
    expect(ofActivity(names, { id: "0-7" })).toBe('e.activityNumber == "0-7"');
});

test("paths of several ranks may be the same", () => {
    expect(ofActivity(tables(["routine", "task"]), { id: "3-7", path: "main/solve.c:12#0" })).toBe('e.activityNumber == "3-7"');
});
