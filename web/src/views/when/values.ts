// Values of a projection: their scale, their words, and what can be chosen.
import { bytes, count, number, percent, time } from "../../format";
import type { Show, ShowItem } from "../../types";

export const SUBJECTS = ["utilisation", "communication", "execution"] as const;
export type Subject = (typeof SUBJECTS)[number];

export const DISPLAYS = [
    { id: "what-when", title: "What × When", what: "a line for each region or class, over time" },
    { id: "overall-what-when", title: "Overall What × When", what: "all of them on top of each other, over time" },
    { id: "when-where", title: "When × Where", what: "a heat map of lanes and time" },
    { id: "lines", title: "Lines by lane", what: "a line for each lane, over time" },
    { id: "what-where", title: "What × Where", what: "bars for each region or class: lanes side by side" },
    { id: "overall-what-where", title: "Overall What × Where", what: "a bar for each lane" },
] as const;
export type Display = (typeof DISPLAYS)[number]["id"];

/** Measures of each subject; the first is the standard one. */
export const MEASURES: Record<Subject, string[]> = {
    utilisation: ["time"],
    communication: ["bytes", "messages", "sent", "received", "bytes-sent", "bytes-received"],
    execution: ["time", "visits", "waits"],
};

export const KEYS: Record<Subject, string[]> = { utilisation: [], communication: ["kind", "site", "size"], execution: [] };

export type Unit = "share" | "seconds" | "bytes" | "count";

/** How a value of this projection is meant. */
export function unitOf(show: Show): Unit {
    if (show.unit === "of the time") return "share";
    if (show.unit === "s") return "seconds";
    return show.unit.startsWith("bytes") ? "bytes" : "count";
}

/** A value in words; what is not known is said to be so. */
export function words(value: number | null | undefined, unit: Unit): string {
    if (value === null || value === undefined || !Number.isFinite(value)) return "not known";
    if (unit === "share") return percent(value * 100);
    if (unit === "seconds") return time(value * 1e9);
    if (unit === "bytes") return bytes(value);
    return Number.isInteger(value) ? count(value) : number(value);
}

/** The total of a row in words: shares of time add up to seconds. */
export function totalWords(item: ShowItem, unit: Unit): string {
    return words(item.total, unit === "share" ? "seconds" : unit);
}

/** The largest known value. */
export function largest(values: readonly (readonly (number | null)[])[]): number {
    let most = 0;
    for (const row of values) for (const value of row) if (value !== null && value > most) most = value;
    return most;
}

/** Sums of columns; null where nothing is known. */
export function columnSums(values: readonly (readonly (number | null)[])[]): (number | null)[] {
    const sums: (number | null)[] = [];
    for (const row of values)
        row.forEach((value, i) => {
            if (value !== null) sums[i] = (sums[i] ?? 0) + value;
            else if (sums[i] === undefined) sums[i] = null;
        });
    return sums;
}

/** Mean of the known values of a row; null if there are none. */
export function mean(row: readonly (number | null)[]): number | null {
    let sum = 0;
    let known = 0;
    for (const value of row)
        if (value !== null) {
            sum += value;
            known++;
        }
    return known > 0 ? sum / known : null;
}

/** True if a cell is hatched, because it is not known what the lane did. */
export function isUnknown(show: Show, row: number, column: number): boolean {
    return show.unknown?.[row]?.some(([from, to]) => column >= from && column < to) ?? false;
}
