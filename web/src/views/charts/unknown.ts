// Stretches of which the log has no events, because they were dropped: charts draw them as unknown.
import { getWindow } from "../../api";
import { NOTHING, type Window } from "../../decode";
import { CLASS_UNKNOWN, classColour } from "../../draw/colours";
import type { Painter } from "../../draw/painter";
import type { Scale } from "../../draw/scale";
import type { Range } from "../../state";

/** Stretches of time, by lane. */
export type Unknown = ReadonlyMap<number, readonly Range[]>;

const PIXELS = 1024;
const ROWS = 4096;

export function unknownOf(window: Window): Unknown {
    const found = new Map<number, Range[]>();
    for (const lane of window.lanes) {
        const list: Range[] = [];
        for (let i = 0; i < lane.bin.length; i++) {
            if (lane.node[i] !== NOTHING || lane.class[i] !== CLASS_UNKNOWN || lane.busy[i] === 0) continue;
            const end = i + 1 < lane.bin.length ? lane.bin[i + 1]! : window.bins;
            const from = window.start + lane.bin[i]! * window.width;
            const to = window.start + end * window.width;
            const last = list[list.length - 1];
            if (last && last.to === from) last.to = to;
            else list.push({ from, to });
        }
        if (list.length > 0) found.set(lane.lane, list);
    }
    return found;
}

/** Asks for the unknown stretches of all lanes; none if there is no log at all. */
export async function getUnknown(run: number, range: Range, signal: AbortSignal): Promise<Unknown> {
    try {
        return unknownOf(await getWindow(run, { from: Math.floor(range.from), to: Math.ceil(range.to), lanes: null, pixels: PIXELS, rows: ROWS, filter: "" }, signal));
    } catch (error) {
        if (signal.aborted) throw error;
        return new Map();
    }
}

export function drawUnknown(painter: Painter, stretches: readonly Range[] | undefined, x: Scale, y: number, h: number, isDark: boolean): void {
    for (const one of stretches ?? []) painter.hatch(x(one.from), y, Math.max(1, x(one.to) - x(one.from)), h, classColour(CLASS_UNKNOWN, isDark));
}

export const UNKNOWN_WORDS = "hatched: events were dropped, so what happened there is unknown";
