import { expect, test } from "vitest";
import * as f from "../src/format";

test("numbers are those of the report", () => {
    expect(f.count(1234567)).toBe("1,234,567");
    expect(f.count(999)).toBe("999");
    expect([f.count(NaN), f.count(null)]).toEqual(["not known", "not known"]);
    expect([f.sized(12), f.sized(NaN), f.sized(null)]).toEqual(["12 bytes", "unknown bytes", "unknown bytes"]);
    expect(f.number(0.25)).toBe("0.25");
    expect(f.number(1234.4)).toBe("1,234");
    expect(f.time(45)).toBe("45 ns");
    expect(f.time(1_234_000_000)).toBe("1.234 s");
    expect(f.time(12_300_000)).toBe("12.30 ms");
    expect(f.time(7_830_406_057)).toBe("7.830 s");
    expect(f.time(123_456)).toBe("123.5 us");
    expect(f.time(null)).toBe("not known");
    expect(f.bytes(12)).toBe("12 bytes");
    expect(f.bytes(1)).toBe("1 byte");
    expect(f.bytes(3_400_000)).toBe("3.40 MB");
    expect(f.percent(0.03)).toBe("<0.1 %");
    expect(f.percent(12.34)).toBe("12.3 %");
    expect(f.percent(0)).toBe("0.0 %");
});

test("moments on an axis differ where ticks differ", () => {
    expect(f.moment(1_500_000_000, 500_000_000)).toBe("1.5 s");
    expect(f.moment(2_000_000, 1_000_000)).toBe("2 ms");
    expect(f.moment(1_000_200, 100)).toBe("1.0002 ms");
    expect(f.moment(0, 10)).toBe("0");
});

test("names from programs are harmless and keep both ends", () => {
    expect(f.clean("a\u202eb\u0000c")).toBe("a\\u202eb\\u0000c");
    expect(f.clean("<script>")).toBe("<script>");
    expect(f.clean("näme 日本")).toBe("näme 日本");
    expect(f.shorten("abcdefghij", 5)).toBe("ab…ij");
    expect(f.shorten("x".repeat(1_000_000), 10)).toHaveLength(10);
});

test("ranges and times are read and written", () => {
    expect(f.ranges([3, 1, 2, 7])).toBe("1-3,7");
    expect(f.readRanges("1-3,7")).toEqual([1, 2, 3, 7]);
    expect(f.readRanges("3-1")).toBeNull();
    expect(f.readRanges("0-999999999")).toBeNull();
    expect(f.readRanges("x")).toBeNull();
    expect(f.readTime("20ms")).toBe(20_000_000);
    expect(f.readTime("1.5 s")).toBe(1_500_000_000);
    expect(f.readTime("2")).toBe(2_000_000_000);
    expect(f.readTime("soon")).toBeNull();
});

test("CSV is safe for spreadsheets", () => {
    expect(f.csv(["a", "b"], [["=1+1", 'say "x"'], [-1, "-x"]])).toBe('a,b\n\'=1+1,"say ""x"""\n-1,\'-x\n');
});
