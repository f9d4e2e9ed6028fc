import { expect, test } from "vitest";
import { ApiError, errorWords } from "../src/api";
import { className } from "../src/draw/colours";
import { libraryOf } from "../src/names";
import * as state from "../src/state";
import type { Tables } from "../src/types";
import { showRow } from "../src/views/charts/details";
import type { Wait } from "../src/views/charts/data";
import { typeName } from "../src/views/charts/sync_paint";

test("an error and what to do about it are two sentences", () => {
    expect(errorWords(new ApiError("`map` cannot be called on groups", "Aggregate them first"))).toBe("`map` cannot be called on groups. Aggregate them first");
    expect(errorWords(new ApiError("Nothing is there.", "Look elsewhere"))).toBe("Nothing is there. Look elsewhere");
    expect(errorWords(new ApiError("nothing is there"))).toBe("nothing is there");
    expect(errorWords(new Error("broken"))).toBe("broken");
});

test("a script has streams where other runs have MPI", () => {
    expect(typeName("COMM", null)).toBe("MPI call");
    expect(typeName("COMM", { script: true } as Tables)).toBe("end of a stream");
    expect(typeName("COMM", { library: "PVM" } as Tables)).toBe("PVM call");
    expect(typeName("ATOMIC", { script: true } as Tables)).toBe(typeName("ATOMIC", null));
});

test("a run with a vocabulary has its library where others have MPI", () => {
    expect([className(2), className(3), className(7)]).toEqual(["MPI point-to-point", "MPI collective", "MPI setup"]);
    expect([className(2, "PVM"), className(0, "PVM"), className(7, "a$&")]).toEqual(["PVM point-to-point", "program", "a$& setup"]);
    expect([libraryOf(null), libraryOf({}), libraryOf({ library: "PVM" })]).toEqual(["MPI", "MPI", "PVM"]);
});

test("the name of a row of several activities shows what they waited for", () => {
    const wait = (lane: number, from: number, to: number) => ({ id: `${lane}-0`, lane, from, to, region: 0, type: "COMM" }) as Wait;
    const merged = [{ id: "1-0", type: "COMM", lane: 1, from: 0, to: 100, waited: 5, count: 3 }];
    showRow(null, "0-0 … 1-0", [0, 1], { items: [wait(0, 0, 10), wait(1, 20, 60), wait(2, 0, 900)], total: 6, merged, below: 2, missing: 0 });
    const shown = state.detail.value!;
    expect(shown.title).toBe("Activities 0-0 … 1-0");
    expect(shown.rows.find((row) => row.name === "waits")?.value).toBe("5");
    expect(shown.rows.find((row) => row.name === "waited")?.value).toBe("55 ns together");
    expect(shown.tables?.[0]?.rows.map((row) => row[0])).toEqual(["1-0", "0-0"]);
    expect(shown.only).toBe("e.lane in [0, 1]");
});
