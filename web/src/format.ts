// Numbers, times and names as the report prints them.

/** Adds commas: 1,234,567. */
export function count(value: number | null): string {
    if (value === null || Number.isNaN(value)) return "not known";
    const digits = Math.round(Math.abs(value)).toString();
    return (value < 0 ? "-" : "") + digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** "1 lane", "2,000 lanes". */
export function counted(value: number, word: string): string {
    return `${count(value)} ${word}${value === 1 ? "" : "s"}`;
}

function significant(value: number, digits: number): string {
    const text = value.toPrecision(digits);
    return text.includes("e") ? String(Number(text)) : text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** A number that is not a count: 0.25, 12.5, 1,234. */
export function number(value: number, digits = 4): string {
    if (!Number.isFinite(value)) return "not known";
    return Math.abs(value) < 999.5 ? significant(value, digits) : count(value);
}

function scaled(value: number, units: [number, string][], decimals: number): string | null {
    for (const [size, name] of units) {
        const part = value / size;
        if (part < 0.9995) continue;
        const digits = part < 9.995 ? decimals : part < 99.95 ? decimals - 1 : decimals - 2;
        return `${part >= 999.5 ? count(part) : part.toFixed(Math.max(0, digits))} ${name}`;
    }
    return null;
}

const TIMES: [number, string][] = [
    [1e9, "s"],
    [1e6, "ms"],
    [1e3, "us"],
];
const SIZES: [number, string][] = [
    [1e12, "TB"],
    [1e9, "GB"],
    [1e6, "MB"],
    [1e3, "kB"],
];

/** A time in ns with its unit: 1.234 s, 12.3 ms, 45 ns. */
export function time(ns: number | null | undefined): string {
    if (ns === null || ns === undefined || !Number.isFinite(ns)) return "not known";
    if (ns < 0) return `-${time(-ns)}`;
    return scaled(ns, TIMES, 3) ?? `${Math.round(ns)} ns`;
}

/** Bytes with their unit: 12 bytes, 3.4 MB. */
export function bytes(value: number | null | undefined): string {
    if (value === null || value === undefined || !Number.isFinite(value)) return "not known";
    return scaled(value, SIZES, 2) ?? `${Math.round(value)} byte${Math.round(value) === 1 ? "" : "s"}`;
}

/** Bytes in a sentence: 12 bytes, unknown bytes. */
export function sized(value: number | null): string {
    return value === null || Number.isNaN(value) ? "unknown bytes" : bytes(value);
}

/** A percentage, from 0 to 100: 12.3 %, <0.1 %. */
export function percent(value: number | null | undefined, decimals = 1): string {
    if (value === null || value === undefined || !Number.isFinite(value)) return "not known";
    const least = 10 ** -decimals;
    if (value > 0 && value < least / 2) return `<${least.toFixed(decimals)} %`;
    return `${value.toFixed(decimals)} %`;
}

/** A moment on an axis whose ticks are `step` ns apart. */
export function moment(ns: number, step: number): string {
    if (ns === 0) return "0";
    const unit = TIMES.find(([size]) => Math.abs(ns) >= size) ?? [1, "ns"];
    const decimals = Math.max(0, Math.min(9, Math.ceil(-Math.log10(step / unit[0]) - 1e-9)));
    return `${(ns / unit[0]).toFixed(decimals)} ${unit[1]}`;
}

// Control, format and bidirectional characters: a name must not change how the text beside it reads.
// eslint-disable-next-line no-control-regex
const HARMFUL = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udfff](?![\udc00-\udfff])/g;

/** A name from a program, with harmful characters as escapes. */
export function clean(text: string): string {
    return text.replace(HARMFUL, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A name, shortened in its middle to at most `most` characters; both of its ends stay. */
export function shorten(text: string, most: number): string {
    const name = clean(text);
    if (name.length <= most) return name;
    if (most < 3) return name.slice(0, most);
    const tail = Math.ceil((most - 1) / 2);
    return `${name.slice(0, most - 1 - tail)}…${name.slice(name.length - tail)}`;
}

/** Numbers as ranges: 0-3,7. */
export function ranges(values: readonly number[]): string {
    const sorted = [...new Set(values)].sort((a, b) => a - b);
    const parts: string[] = [];
    for (let i = 0; i < sorted.length; ) {
        let end = i;
        while (end + 1 < sorted.length && sorted[end + 1] === sorted[end]! + 1) end++;
        parts.push(end > i ? `${sorted[i]}-${sorted[end]}` : `${sorted[i]}`);
        i = end + 1;
    }
    return parts.join(",");
}

/** Reads ranges; null if the text has none, or is wrong. */
export function readRanges(text: string, most = 1_000_000): number[] | null {
    const values: number[] = [];
    for (const part of text.split(",")) {
        const match = /^\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?\s*$/.exec(part);
        if (!match) return null;
        const first = Number(match[1]);
        const last = match[2] === undefined ? first : Number(match[2]);
        if (last < first || last - first + values.length >= most) return null;
        for (let i = first; i <= last; i++) values.push(i);
    }
    return values.length > 0 ? values : null;
}

const UNITS: Record<string, number> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, min: 60e9, h: 3600e9, "": 1e9 };

/** Reads a time such as 20ms or 1.5 s, in ns; a number alone is in seconds. Null if it is none. */
export function readTime(text: string): number | null {
    const match = /^\s*(\d+(?:\.\d+)?)\s*(ns|us|µs|ms|s|min|h)?\s*$/.exec(text);
    if (!match) return null;
    return Math.round(Number(match[1]) * UNITS[match[2] ?? ""]!);
}

const CSV_QUOTED = /[",\n\r]/;

/** A field of CSV; a text that a spreadsheet would take for a formula gets an apostrophe in front. */
export function csvField(value: unknown): string {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
    if (typeof value === "boolean") return String(value);
    let text = clean(typeof value === "string" ? value : JSON.stringify(value));
    if (/^[=+\-@]./.test(text) && Number.isNaN(Number(text))) text = `'${text}`;
    return CSV_QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csv(header: readonly string[], rows: readonly (readonly unknown[])[]): string {
    return [header, ...rows].map((row) => row.map(csvField).join(",")).join("\n") + "\n";
}
