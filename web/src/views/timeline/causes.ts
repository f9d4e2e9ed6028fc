// Why lanes waited: colours and names of causes, and where waits lie in the rows of a timeline.
import type { WaitLane, Waits } from "../../decode";
import type { Tables } from "../../types";

/** Colours of the kinds of waits in MPI, light and dark, in the order of tables.wait_kinds. */
const CAUSES: [string, string][] = [
    ["#c2185b", "#ff6f9f"], // late sender
    ["#00796b", "#4dd6c1"], // late receiver
    ["#8d2b00", "#ffb38a"], // wait at barrier
    ["#3a1a78", "#d3c2ff"], // wait at NxN
    ["#7a6c00", "#fff07a"], // early reduce
    ["#1b6e2a", "#9af09a"], // late broadcast
    ["#4a4a4a", "#dcdcdc"], // early scan
];

export function causeColour(kind: number, dark: boolean): string {
    return (CAUSES[kind] ?? CAUSES[0]!)[dark ? 1 : 0];
}

export function causeName(names: Tables | null, kind: number): string {
    return names?.wait_kinds?.[kind] ?? `wait of kind ${kind}`;
}

/** Causes of waits between threads, by the kind of the region in which they wait. */
const SYNC: Record<string, { name: string; colour: [string, string] }> = {
    atomic: { name: "wait for a lock", colour: ["#8f3f00", "#ffb27d"] },
    clock: { name: "wait at a barrier or condition", colour: ["#f08c42", "#c05a12"] },
    finish: { name: "wait for the end of others", colour: ["#d55e00", "#e8803c"] },
};

export const SYNC_KINDS = Object.keys(SYNC);

/** Colour of a region in which threads wait; null if its kind says nothing about the cause. */
export function syncColour(kind: string | undefined, dark: boolean): string | null {
    return (kind !== undefined ? SYNC[kind]?.colour[dark ? 1 : 0] : undefined) ?? null;
}

export function syncName(kind: string): string {
    return SYNC[kind]?.name ?? kind;
}

/** Waits of each row of a timeline, by its first lane. */
export function waitsByLane(waits: Waits | null): Map<number, WaitLane> {
    return new Map((waits?.lanes ?? []).map((lane) => [lane.lane, lane]));
}

/** Ns in [from, to) in which a row waited, and the cause of most of it; null if it did not. */
export function waitedIn(waits: Waits, lane: WaitLane, from: number, to: number, lanes: number): { time: number; kind: number } | null {
    const by = new Map<number, number>();
    for (let i = 0; i < lane.bin.length; i++) {
        const a = Math.max(from, waits.start + lane.bin[i]! * waits.width);
        const b = Math.min(to, waits.start + (lane.bin[i]! + lane.bins[i]!) * waits.width);
        if (b > a) by.set(lane.kind[i]!, (by.get(lane.kind[i]!) ?? 0) + ((b - a) * lane.share[i]! * lanes) / 255);
    }
    let best: { time: number; kind: number } | null = null;
    let time = 0;
    for (const [kind, own] of by) {
        time += own;
        if (!best || own > best.time) best = { time: own, kind };
    }
    return best ? { time, kind: best.kind } : null;
}
