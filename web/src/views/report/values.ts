// Values as the report marks them: ≥ for at least, ≤ for at most, ~ for estimated, and why a number is missing.
import { bytes, count, number, percent, time } from "../../format";
import { boundMark } from "./marks";
import { MEASURES, markOf, num, type Measure, type Raw, type Row } from "./report";

export function formatMeasure(measure: Measure, value: number | null): string {
    if (value === null) return "–";
    const unit = MEASURES[measure].unit;
    if (unit === "ns") return time(value);
    if (unit === "bytes") return bytes(value);
    return Number.isInteger(value) ? count(value) : number(value);
}

/** The time of a row of any table, with its mark. */
export function timeOf(raw: Raw): string {
    const ns = num(raw["time_ns"]);
    return ns === null ? "not timed" : boundMark(raw["time_at_least"] === true, false, raw["estimated"] === true) + time(ns);
}

/** A value of a row with its mark. */
export function marked(row: Row, measure: Measure, value: number | null): string {
    if (value === null) return measure === "time" || measure === "exclusive" ? "not timed" : "–";
    return markOf(row, measure) + formatMeasure(measure, value);
}

export function percentOf(row: Row, measure: Measure): number | null {
    if (measure === "time") return row.percent;
    if (measure === "exclusive") return row.exclusivePercent;
    return measure === "instructions" ? row.instructionsPercent : null;
}

export function place(at: { file: string; line: number | null }): string {
    const base = at.file.slice(at.file.lastIndexOf("/") + 1);
    return base ? (at.line ? `${base}:${at.line}` : base) : "";
}

/** Rows for tips and the detail panel. */
export function factsOf(row: Row): [string, string][] {
    const facts: [string, string][] = [];
    const has = (name: string, measure: Measure): void => {
        const value = row[measure];
        if (value === null && measure !== "time") return;
        const share = percentOf(row, measure);
        facts.push([name, marked(row, measure, value) + (share === null ? "" : ` (${percent(share)})`)]);
    };
    const isLeaf = row.kind === "io" || row.kind === "comm";
    if (row.instructions !== null) has("instructions", "instructions");
    else has(isLeaf ? "time" : "inclusive", "time");
    if (!isLeaf) has("exclusive", "exclusive");
    if (row.loopsTime !== null && row.kind === "routine") facts.push(["in its loops", row.loopsMark + time(row.loopsTime)]);
    has("visits", "visits");
    if (row.kind === "loop") {
        has("total trips", "trips");
        if (row.meanTrips !== null) facts.push(["mean trips", number(row.meanTrips)]);
        if (row.minTrips !== null && row.maxTrips !== null) facts.push(["min to max", `${count(row.minTrips)} to ${count(row.maxTrips)}`]);
    }
    if (row.minTime !== null && row.maxTime !== null) facts.push(["one visit", `${time(row.minTime)} to ${row.timeAtLeast ? "≥" : ""}${time(row.maxTime)}`]);
    has("bytes", "bytes");
    if (row.waited) facts.push(["waited", time(row.waited)]);
    if (row.open > 0) facts.push(["open visits", count(row.open)]);
    if (row.about) facts.push([row.kind === "loop" ? "form" : row.kind === "io" ? "does" : "kind", row.about]);
    return facts;
}

/** A sentence for screen readers and tests. */
export function sentence(row: Row, measures: readonly Measure[]): string {
    const where = place(row);
    const values = measures.map((measure) => {
        const share = percentOf(row, measure);
        return `${MEASURES[measure].title} ${marked(row, measure, row[measure])}${share === null ? "" : ` (${percent(share)})`}`;
    });
    return `${row.name}${where ? `, ${where}` : ""}: ${values.join(", ")}`;
}

/** Reads the maximum of a scale: a time for times, else a number with k, M or G. */
export function readMax(measure: Measure, typed: string, readTime: (text: string) => number | null): number | null {
    if (MEASURES[measure].unit === "ns") {
        const ns = readTime(typed);
        return ns !== null && ns > 0 ? ns : null;
    }
    const match = /^\s*([\d,]+(?:\.\d+)?|\.\d+)\s*(k|M|G|T)?B?\s*$/.exec(typed);
    if (!match) return null;
    const factor = { k: 1e3, M: 1e6, G: 1e9, T: 1e12 }[match[2] ?? ""] ?? 1;
    const value = Number(match[1]!.replaceAll(",", "")) * factor;
    return value > 0 && Number.isFinite(value) ? value : null;
}
