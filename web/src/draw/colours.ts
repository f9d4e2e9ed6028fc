// Colours of classes, regions and levels: those of `triptych show`, which colour-blind readers can tell apart.

const CLASSES: [string, string, string][] = [
    ["program", "#0072b2", "#4a9fd8"],
    ["runtime", "#cc79a7", "#d98fb8"],
    ["MPI point-to-point", "#e69f00", "#efb238"],
    ["MPI collective", "#7b4fa0", "#a98ad6"],
    ["synchronisation", "#d55e00", "#e8803c"],
    ["I/O", "#009e73", "#35b88f"],
    ["idle", "#d3d8de", "#3d4652"],
    ["MPI setup", "#b7a98f", "#8c806b"],
    ["unknown", "#4b5563", "#b6bfcb"],
];

/** Machine names of classes, as in the answers of the server, in the order of their numbers. */
export const CLASS_KEYS = [
    "program",
    "runtime",
    "mpi_point_to_point",
    "mpi_collective",
    "sync",
    "io",
    "idle",
    "mpi_setup",
    "unknown",
] as const;

export const CLASS_UNKNOWN = 8;
export const CLASS_IDLE = 6;
export const CLASS_SYNC = 4;

const REGIONS: [string, string][] = [
    ["#0072b2", "#4a9fd8"],
    ["#e69f00", "#efb238"],
    ["#009e73", "#35b88f"],
    ["#cc79a7", "#d98fb8"],
    ["#d55e00", "#e8803c"],
    ["#56b4e9", "#86cdf5"],
    ["#b9a500", "#d8c84a"],
    ["#5d5a94", "#9a97d0"],
];

const LEVELS: [string, string][] = [
    ["#ebede2", "#1f2a36"],
    ["#cae3c2", "#1d3855"],
    ["#9cd1b8", "#1e4f6f"],
    ["#73bcb2", "#1d6882"],
    ["#50a5ad", "#238389"],
    ["#398ca4", "#329f8c"],
    ["#307397", "#62b684"],
    ["#285b85", "#8ecd7a"],
    ["#23446e", "#c3de87"],
    ["#1c2f57", "#f6ee95"],
];

export const OTHERS: [string, string] = ["#a7adb6", "#6f7885"];

/** Name of a class of time, for a program that communicates by that library. */
export function className(at: number, library = "MPI"): string {
    return (CLASSES[at]?.[0] ?? "unknown").replace(/^MPI\b/, () => library);
}

export function classColour(at: number, dark: boolean): string {
    return (CLASSES[at] ?? CLASSES[CLASS_UNKNOWN]!)[dark ? 2 : 1];
}

export function classOfKey(key: string | null): number {
    const at = CLASS_KEYS.indexOf((key ?? "unknown") as (typeof CLASS_KEYS)[number]);
    return at < 0 ? CLASS_UNKNOWN : at;
}

/** Colour of a region by its row: the same everywhere. */
export function regionColour(row: number, dark: boolean): string {
    return REGIONS[row % REGIONS.length]![dark ? 1 : 0];
}

export function othersColour(dark: boolean): string {
    return OTHERS[dark ? 1 : 0];
}

/** One of the ten levels of a heat map. */
export function levelColour(level: number, dark: boolean): string {
    return LEVELS[Math.min(9, Math.max(0, level))]![dark ? 1 : 0];
}

/** Level of a share from 0 to 1: 0 is less than a tenth. */
export function level(share: number): number {
    return Math.min(9, Math.max(0, Math.floor(share * 10 + 1e-9)));
}

/** Colours of the page that pictures need, too. */
export function ink(dark: boolean): { page: string; text: string; faint: string; line: string; mark: string } {
    return dark
        ? { page: "#12161c", text: "#e6eaf0", faint: "#95a1b0", line: "#2b3440", mark: "#ffffff" }
        : { page: "#ffffff", text: "#1b2330", faint: "#5d6876", line: "#dfe3e8", mark: "#000000" };
}

/** Black or white: whichever can be read on a colour. */
export function textOn(colour: string): string {
    const part = (at: number) => parseInt(colour.slice(at, at + 2), 16) / 255;
    const linear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const light = 0.2126 * linear(part(1)) + 0.7152 * linear(part(3)) + 0.0722 * linear(part(5));
    return light > 0.22 ? "#10151c" : "#ffffff";
}
