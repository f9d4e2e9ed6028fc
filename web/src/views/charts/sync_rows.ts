// Rows of the Synchronization Chart: one for each activity, or, if they are too many, one for several.
import type { Waits } from "../../decode";
import type { Range } from "../../state";
import { compareIds, type Activity } from "./data";
import type { AllWaits, MergedWaits } from "./merged";

/** A row that stands for several activities. */
export const GROUP = "group";

export interface Groups {
    rows: string[]; // names of the groups, from top to bottom
    activities: Activity[]; // each group as if it were one
    waits: AllWaits;
    lanes: Map<string, number[]>; // of the activities of a group
    each: number; // activities of a group, at most
}

const BINS = 500;

/** Causes of the waits of groups: `waited` is the mean of the lanes, as above; in `type`, the number of the cause. */
export function mergeCauses(causes: Waits, lanes: ReadonlyMap<string, readonly number[]>): MergedWaits[] {
    const of = new Map([...lanes].flatMap(([name, own]) => own.map((lane) => [lane, { name, size: own.length }] as const)));
    const found = new Map<string, MergedWaits>();
    for (const lane of causes.lanes) {
        const group = of.get(lane.lane);
        for (let i = 0; group && i < lane.bin.length; i++)
            for (let bin = lane.bin[i]!; bin < lane.bin[i]! + lane.bins[i]!; bin++) {
                const from = causes.start + bin * causes.width;
                const key = `${group.name} ${bin}`;
                const sum = found.get(key) ?? { id: group.name, type: String(lane.kind[i]!), lane: lane.lane, from, to: from + causes.width, waited: 0, count: 0 };
                sum.waited += (causes.width * lane.share[i]!) / 255 / group.size;
                sum.count++;
                found.set(key, sum);
            }
    }
    return [...found.values()];
}

/** Merges activities that follow one another into at most `most` rows. The waits of a row are spread over stretches of the
 * range; `waited` is the mean of its activities, so that a bar of full height means that all of them waited. */
export function mergeRows(ids: readonly string[], activities: readonly Activity[], waits: AllWaits, range: Range, most: number): Groups {
    const each = Math.max(1, Math.ceil(ids.length / Math.max(1, most)));
    const sorted = [...ids].sort(compareIds);
    const byId = new Map(activities.map((activity) => [activity.id, activity]));
    const result: Groups = { rows: [], activities: [], waits: { ...waits, items: [], merged: [] }, lanes: new Map(), each };
    const of = new Map<string, { name: string; size: number }>();
    for (let i = 0; i < sorted.length; i += each) {
        const own = sorted.slice(i, i + each);
        const name = own.length === 1 ? own[0]! : `${own[0]} … ${own[own.length - 1]}`;
        const known = own.flatMap((id) => byId.get(id) ?? []);
        const moments = (of: (activity: Activity) => number | null) => known.flatMap((activity) => of(activity) ?? []);
        result.rows.push(name);
        result.lanes.set(name, known.flatMap((activity) => activity.firstLane ?? []));
        result.activities.push({
            id: name,
            kind: own.length === 1 ? (known[0]?.kind ?? "") : GROUP,
            parent: null,
            madeAt: null,
            body: null,
            madeOn: null,
            firstLane: known[0]?.firstLane ?? null,
            created: null,
            start: known.length > 0 ? Math.min(...moments((activity) => activity.start)) : null,
            finish: known.length > 0 ? Math.max(...moments((activity) => activity.finish)) : null,
            ran: known.reduce((sum, activity) => sum + activity.ran, 0) / Math.max(1, own.length),
            moves: 0,
        });
        for (const id of own) of.set(id, { name, size: own.length });
    }
    result.waits.merged = spread(waits, of, range);
    result.waits.below = Math.max(waits.below, ...waits.items.map((wait) => wait.to - wait.from));
    return result;
}

/** Spreads waits over stretches of the range, by group and type. */
function spread(waits: AllWaits, of: ReadonlyMap<string, { name: string; size: number }>, range: Range): MergedWaits[] {
    const width = Math.max(1, (range.to - range.from) / BINS);
    const found = new Map<string, MergedWaits>();
    const add = (one: { id: string; type: string; lane: number; from: number; to: number }, waited: number, count: number) => {
        const group = of.get(one.id);
        if (!group) return;
        const start = Math.max(one.from, range.from);
        const end = Math.min(one.to, range.to);
        const first = Math.floor((start - range.from) / width);
        for (let bin = first; range.from + bin * width < end || bin === first; bin++) {
            const from = range.from + bin * width;
            const part = (Math.min(end, from + width) - Math.max(start, from)) / Math.max(1, one.to - one.from);
            const key = `${group.name} ${one.type} ${bin}`;
            const sum = found.get(key) ?? { id: group.name, type: one.type, lane: one.lane, from, to: from + width, waited: 0, count: 0 };
            sum.waited += (waited * Math.max(0, part)) / group.size;
            if (bin === first) sum.count += count; // where they began
            found.set(key, sum);
        }
    };
    for (const wait of waits.items) add(wait, wait.to - wait.from, 1);
    for (const one of waits.merged) add(one, one.waited, one.count);
    return [...found.values()];
}
