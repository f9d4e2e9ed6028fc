// Bars of kview: how long each bar is, by an automatic or a manual scale.

/** A manual scale has the value that fills the width; null: automatic. */
export type ManualMax = number | null;

/** The value that fills the width. Automatic: that of the largest visible bar. In rows that are sorted by the value, that
 * is the topmost one. Rows are visible from `topmost` to before `end`. */
export function fullWidth(values: readonly (number | null)[], topmost: number, end: number, manual: ManualMax): number {
    if (manual !== null && manual > 0) return manual;
    let full = 0;
    for (let i = Math.max(0, topmost); i < Math.min(end, values.length); i++) full = Math.max(full, values[i] ?? 0);
    return full > 0 ? full : 1;
}

export interface Bar {
    share: number; // of the width, from 0 to 1
    beyond: boolean; // the value is larger than the scale: the bar ends in an arrow
}

export function barOf(value: number | null, full: number): Bar | null {
    if (value === null) return null;
    const share = full > 0 ? value / full : 0;
    return { share: Math.min(1, Math.max(0, share)), beyond: share > 1 + 1e-9 };
}

/** The row at the top of a list that is scrolled by `scrolled` pixels. A row of which less than half is seen does not
 * count. */
export function topmostRow(scrolled: number, rowHeight: number, rows: number): number {
    return Math.min(Math.max(0, rows - 1), Math.max(0, Math.round(scrolled / rowHeight)));
}

/** Rows to draw: those that are seen, and a few on either side. */
export function visibleRows(scrolled: number, height: number, rowHeight: number, rows: number, spare = 6): { first: number; end: number } {
    const first = Math.max(0, Math.floor(scrolled / rowHeight) - spare);
    return { first: Math.min(first, rows), end: Math.min(rows, Math.ceil((scrolled + height) / rowHeight) + spare) };
}

/** Where a whisker is on a scale, in percent of the width: what is beyond the scale is cut off at its end. */
export function whiskerOf(spread: { min: number; mean: number; max: number }, full: number): { from: number; to: number; mean: number | null; beyond: boolean } {
    const at = (value: number): number => Math.min(100, Math.max(0, (100 * value) / full));
    return { from: at(spread.min), to: at(spread.max), mean: spread.mean > full ? null : at(spread.mean), beyond: spread.max > full * (1 + 1e-9) };
}

export type Order = { by: string; down: boolean };

/** Sorts rows by a key; rows without a value come last in either direction. The sort is stable. */
export function sorted<T>(rows: readonly T[], value: (row: T) => number | string | null, down: boolean): T[] {
    return [...rows].sort((a, b) => {
        const x = value(a);
        const y = value(b);
        if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
        const order = typeof x === "string" || typeof y === "string" ? String(x).localeCompare(String(y), "en", { numeric: true }) : x - y;
        return down ? -order : order;
    });
}

/** True if each word of the search is in the text; small and capital letters are the same. */
export function matches(search: string, ...texts: string[]): boolean {
    const all = texts.join(" ").toLowerCase();
    return search
        .toLowerCase()
        .split(/\s+/)
        .every((word) => all.includes(word));
}

/** Round numbers for an axis from 0 to `full`, at most `most` of them besides 0. */
export function ticks(full: number, most: number): number[] {
    if (!(full > 0)) return [0];
    const rough = full / Math.max(1, most);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough * (1 - 1e-9)) ?? rough;
    const all: number[] = [];
    for (let i = 0; i * step <= full * (1 + 1e-9); i++) all.push(i * step);
    return all;
}
