import { expect, test } from "vitest";
import { laneLabel, lanesLabel, placeLabel, wordsOf } from "../src/names";
import type { Tables } from "../src/types";
import { flowsOf, splitPath } from "../src/views/communication/streams";

test("a path names a task and its stream", () => {
    expect(splitPath("sort/write stream 2")).toEqual({ task: "sort", stream: "stream 2" });
    expect(splitPath("a/b/read words")).toEqual({ task: "a/b", stream: "words" });
    expect(splitPath("main")).toEqual({ task: "main", stream: "" });
});

test("flows between tasks, the largest first", () => {
    const flows = flowsOf([
        ["a/write s", "b/read s", 0, 1, 1, 10],
        ["b/write t", "c/read t", 1, null, 3, 700],
    ]);
    expect(flows.map((flow) => [flow.writer, flow.stream, flow.reader, flow.from, flow.to, flow.messages, flow.bytes])).toEqual([
        ["b", "t", "c", 1, null, 3, 700],
        ["a", "s", "b", 0, 1, 1, 10],
    ]);
});

test("places of a script are nodes, its lanes cores", () => {
    const names = { script: true, lanes: { label: ["0.0", "0.1", "1.0"], number: [0, 1, 0], place: [0, 0, 1], rank: [null, null, null] }, places: { number: [0, 1], rank: [null, null] } } as unknown as Tables;
    expect([0, 1, 2].map((lane) => laneLabel(names, lane))).toEqual(["node 0 core 0", "node 0 core 1", "node 1"]);
    expect([placeLabel(names, 1), wordsOf(null).place, wordsOf(names).lane]).toEqual(["node 1", "place", "core"]);
    const one = { ...names, places: { number: [0], rank: [null] } } as unknown as Tables;
    expect(lanesLabel(one, 0, 1)).toBe("cores 0–1");
});
