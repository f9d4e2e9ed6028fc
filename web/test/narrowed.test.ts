import { expect, test } from "vitest";
import { partQuery } from "../src/views/report/narrowed";

test("the part is what the filter, the time range and the lanes in force leave", () => {
    expect(partQuery("", null, null)).toBe("");
    expect(partQuery("events.filter(e -> e.rank == 3)", { from: 10, to: 20.4 }, [0, 2])).toBe(
        "events.filter(e -> e.rank == 3).filter(e -> e.startTime >= 10ns && e.startTime < 20ns).filter(e -> e.lane in [0, 2])",
    );
    expect(partQuery("", null, [1])).toBe("events.filter(e -> e.lane in [1])");
});
