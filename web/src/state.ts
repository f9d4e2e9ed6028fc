// The one state of the page. Whatever is chosen in one view holds in all others, because all of them read it here.
import { batch, computed, signal } from "@preact/signals";
import type { Run } from "./types";

/** A time range, in ns since the start of the run. */
export interface Range {
    from: number;
    to: number;
}

/** Something under the pointer, or chosen: any of its parts may be missing. */
export interface Thing {
    region?: number | undefined; // row in tables.regions
    lane?: number | undefined; // row in tables.lanes
    place?: number | undefined;
    time?: number | undefined; // ns
    file?: string | undefined; // for things that have a source line
    line?: number | undefined;
}

/** One call of the filter chain, such as .filter(e -> e.rank == 3). */
export interface Step {
    text: string;
    on: boolean;
}

export interface DetailRow {
    name: string;
    value: string;
    title?: string;
    pick?: Thing; // a click on the value selects this
}

/** What the panel at the right shows. */
export interface DetailTable {
    title: string;
    columns: string[];
    rows: string[][];
}

export interface Detail {
    title: string;
    kind?: string;
    rows: DetailRow[];
    notes?: string[];
    tables?: DetailTable[];
    thing?: Thing;
    only?: string; // a filter condition that keeps only this: "e.region == 12"
}

export type Theme = "auto" | "light" | "dark";

export const runs = signal<Run[]>([]);
export const runNumber = signal(0);
export const run = computed<Run | null>(() => runs.value.find((r) => r.run === runNumber.value) ?? null);

/** The views that are open: one, or several side by side. The first is the one that keys work on. */
export const openViews = signal<string[]>(["overview"]);
export const activeView = signal("overview");

/** The time range in force; null: the whole run. */
export const range = signal<Range | null>(null);
/** The range that is drawn. */
export const shownRange = computed<Range>(() => range.value ?? { from: 0, to: Math.max(1, run.value?.length ?? 1) });

/** Selected lanes (rows); null: all. */
export const lanes = signal<number[] | null>(null);
/** Selected region (row in tables.regions); null: none. */
export const region = signal<number | null>(null);
/** Selected source line, for things that are known by their line only. */
export const source = signal<{ file: string; line: number } | null>(null);

/** The stretch of time of what was clicked last: `f` zooms to it. */
export const selectedTime = signal<Range | null>(null);

export const hovered = signal<Thing | null>(null);
export const detail = signal<Detail | null>(null);
export const detailOpen = signal(true);

/** The filter chain, step by step. */
export const steps = signal<Step[]>([]);
/** The steps that are on, as the text of a query on events; empty: no filter. */
export const filter = computed(() => {
    const on = steps.value.filter((step) => step.on).map((step) => step.text);
    return on.length > 0 ? `events${on.join("")}` : "";
});

/** Settings of single views that a link should keep, such as "when.subject". */
export const settings = signal<Record<string, string>>({});

export const theme = signal<Theme>("auto");
export const paused = signal(false);
export const shellOpen = signal(false);
/** True after the key of the shell was pressed: its editor takes the focus when it appears. */
export const shellWanted = signal(false);
export const helpOpen = signal(false);

export function setting(name: string, standard: string): string {
    return settings.value[name] ?? standard;
}

/** Sets a setting; the standard value is not kept in the link. */
export function setSetting(name: string, value: string, standard?: string): void {
    const { [name]: _old, ...rest } = settings.value;
    settings.value = value === standard ? rest : { ...rest, [name]: value };
}

export function showView(id: string): void {
    batch(() => {
        if (!openViews.value.includes(id)) {
            const at = Math.max(0, openViews.value.indexOf(activeView.value));
            openViews.value = openViews.value.map((old, i) => (i === at ? id : old));
        }
        activeView.value = id;
    });
}

/** Opens a view beside the others, or closes it there. */
export function toggleBeside(id: string): void {
    batch(() => {
        if (!openViews.value.includes(id)) {
            openViews.value = [...openViews.value, id];
            activeView.value = id;
        } else if (openViews.value.length > 1) {
            openViews.value = openViews.value.filter((old) => old !== id);
            if (activeView.value === id) activeView.value = openViews.value[0]!;
        }
    });
}

const SHORTEST = 16; // ns: a range is at least this long

/** Sets the time range, kept within the run. The whole run is null. */
export function setRange(next: Range | null): void {
    const whole = Math.max(1, run.value?.length ?? 1);
    if (!next) {
        range.value = null;
        return;
    }
    const length = Math.min(whole, Math.max(SHORTEST, Math.round(next.to - next.from)));
    const from = Math.min(Math.max(0, Math.round(next.from)), whole - length);
    range.value = from === 0 && length >= whole ? null : { from, to: from + length };
}

/** Zooms by a factor (below 1: in) round a moment. */
export function zoom(factor: number, round?: number): void {
    const { from, to } = shownRange.value;
    const fixed = round ?? (from + to) / 2;
    setRange({ from: fixed - (fixed - from) * factor, to: fixed + (to - fixed) * factor });
}

/** Moves the range by a share of its length. */
export function pan(share: number): void {
    const { from, to } = shownRange.value;
    if (!range.value) return;
    const by = (to - from) * share;
    setRange({ from: from + by, to: to + by });
}

/** Clears one thing per call, the narrowest first: the detail, the selection, then the time range. */
export function clearSelection(): void {
    batch(() => {
        if (detail.value || region.value !== null || source.value) {
            detail.value = null;
            region.value = null;
            source.value = null;
        } else if (lanes.value) lanes.value = null;
        else range.value = null;
    });
}

export function addStep(text: string): void {
    steps.value = [...steps.value, { text, on: true }];
}
