// Details of marks: moves, data, finishes and waits.
import { getQuery, standalone } from "../../api";
import type { Messages } from "../../decode";
import { clean, count, sized, time } from "../../format";
import { laneLabel, lanesLabel, regionName, tablesOf } from "../../names";
import { regionRows } from "../../parts/things";
import { cellWords } from "../../shell/result";
import * as state from "../../state";
import type { Tables } from "../../types";
import { causeName } from "../timeline/causes";
import { dataWords, pathInFile, pathTable } from "./path";
import { showDetail } from "./details_base";
import { showFinish } from "./place_details";
import { isFinish, ofActivity } from "./places";
import { getParticipants, lastOf, type Activity, type Stay, type Wait } from "./data";
import type { AllWaits, MergedWaits } from "./merged";

export function showActivity(run: number, activity: Activity, extra: state.DetailRow[] = []): void {
    const names = tablesOf(run);
    showDetail({
        title: `Activity ${activity.id}`,
        kind: activity.kind,
        rows: [
            ...(activity.body !== null ? [{ name: "runs", value: regionName(names, activity.body), pick: { region: activity.body } }] : []),
            ...(activity.parent ? [{ name: "created by", value: activity.parent }] : []),
            ...(activity.madeAt !== null ? [{ name: "created at", value: regionName(names, activity.madeAt), pick: { region: activity.madeAt } }] : []),
            ...(activity.madeOn !== null ? [{ name: "created on", value: `${laneLabel(names, activity.madeOn)}`, pick: { lane: activity.madeOn } }] : []),
            ...(activity.created !== null ? [{ name: "created", value: time(activity.created) }] : []),
            { name: "first ran", value: time(activity.start) },
            { name: "last ran", value: time(activity.finish) },
            ...(activity.created !== null && activity.start !== null ? [{ name: "waited to run", value: time(activity.start - activity.created) }] : []),
            { name: "ran", value: time(activity.ran) },
            { name: "moves", value: count(activity.moves) },
            ...extra,
        ],
        only: ofActivity(names, activity),
    });
}

export function showStay(run: number, stay: Stay, before: Stay | null): void {
    const names = tablesOf(run);
    showDetail({
        title: before ? `Activity ${stay.id} moves to ${laneLabel(names, stay.lane)}` : `Activity ${stay.id}`,
        kind: before ? "M: move" : stay.kind,
        rows: [
            ...(before ? [{ name: "from", value: `${laneLabel(names, before.lane)}`, pick: { lane: before.lane } }, { name: "left", value: time(before.to) }] : []),
            { name: "lane", value: laneLabel(names, stay.lane), pick: { lane: stay.lane } },
            { name: "from", value: time(stay.from) },
            { name: "to", value: time(stay.to) },
            { name: "duration", value: time(stay.to - stay.from) },
            { name: "runs", value: regionName(names, stay.region), pick: { region: stay.region } },
        ],
        only: ofActivity(names, stay),
    });
}

/** A message as a move with data: who, what, how large, and the path it travelled. */
export async function showMessage(run: number, messages: Messages, at: number): Promise<void> {
    const names = tablesOf(run);
    const flags = messages.flags[at]!;
    const from = messages.from[at]!;
    const to = messages.to[at]!;
    const base = showDetail({
        title: `${sized(messages.bytes[at]!)} from ${laneLabel(names, from)} to ${laneLabel(names, to)}`,
        kind: flags & 4 ? "D: data of a collective operation" : "D: move with data",
        rows: [
            { name: "sent", value: time(messages.sent[at]!) },
            { name: "received", value: time(messages.received[at]!) },
            { name: "took", value: time(messages.received[at]! - messages.sent[at]!) },
            { name: "bytes", value: count(messages.bytes[at]!) },
            ...(messages.region[at] !== 0xffffffff ? [{ name: "call", value: regionName(names, messages.region[at]!), pick: { region: messages.region[at]! } }] : []),
            ...(flags & 1 ? [{ name: "wait", value: "late sender: the receiver waited" }] : []),
            ...(flags & 2 ? [{ name: "wait", value: "late receiver: the sender waited" }] : []),
        ],
        only: flags & 4 ? `e.region == ${messages.region[at]}` : `e.type == COMM && e.lane in [${from}, ${to}]`,
    });
    if (flags & 4) return;
    try {
        if (standalone()) {
            const { data, table } = await pathInFile(run, names, messages.sent[at]!, messages.received[at]!, from, to);
            if (state.detail.value === base) state.detail.value = { ...base, rows: [...(data ? [{ name: "data", value: data }] : []), ...base.rows], tables: [table] };
            return;
        }
        const place = (lane: number) => names?.places?.number[names.lanes.place[lane] ?? 0] ?? 0;
        const chain = `messages.filter(m -> m.startTime == ${messages.sent[at]}ns && m.finishTime == ${messages.received[at]}ns && m.sourcePlace == ${place(from)} && m.targetPlace == ${place(to)})`;
        const answer = await getQuery(run, `${chain}.limit(1)`);
        const cells = answer.rows[0];
        if (!cells || state.detail.value !== base) return;
        const cell = (name: string) => cells[answer.columns.findIndex((column) => column.name === name)] ?? null;
        const data = { data: String(cell("data") ?? ""), received_data: String(cell("receivedData") ?? "") };
        const table = await pathTable(run, names, Number(cell("row")));
        if (state.detail.value !== base) return;
        const skip = new Set(["row", "source", "target", "sourcePlace", "targetPlace", "startTime", "finishTime", "duration", "bytes", "filtered", "data", "receivedData"]);
        const rows = answer.columns.map((column, i) => [column.name, cellWords(cells[i] ?? null, column, run)]).filter(([name, value]) => !skip.has(name!) && value !== "");
        const variables = dataWords(data);
        state.detail.value = {
            ...base,
            rows: [{ name: "data", value: variables || "not known: the program has no debugging information, or the argument is an expression without a name" }, ...base.rows],
            tables: [table, { title: "the message", columns: ["field", "value"], rows: rows as string[][] }],
        };
    } catch {
        // what the message itself says is shown
    }
}

/** A wait, or a finish: since when, for whom, who took part, and who came last. */
export async function showWait(run: number, wait: Wait, kind: string): Promise<void> {
    if (isFinish(wait)) return showFinish(run, wait);
    const names = tablesOf(run);
    const base = showDetail({
        title: `${clean(wait.id)} waits in ${regionName(names, wait.region)}`,
        kind,
        rows: [
            { name: "since", value: time(wait.from) },
            { name: wait.open ? "until" : "until", value: wait.open ? "it still waits" : time(wait.to) },
            { name: "waited", value: `${wait.open ? "at least " : ""}${time(wait.to - wait.from)}` },
            ...(wait.object ? [{ name: "for", value: clean(wait.object) }] : []),
            ...(wait.holder ? [{ name: "held by", value: `activity ${wait.holder}` }] : []),
            ...(wait.cause ? [{ name: causeName(names, wait.cause.kind), value: `${time(wait.cause.to - wait.cause.from)} for ${laneLabel(names, wait.cause.lane)}`, pick: { lane: wait.cause.lane } }] : []),
            ...(wait.about ? [{ name: "for the end of", value: `activity ${wait.about}` }] : []),
            { name: "lane", value: laneLabel(names, wait.lane), pick: { lane: wait.lane } },
            ...regionRows(names, wait.region),
        ],
        only: `${ofActivity(names, wait)} && e.region == ${wait.region}`,
    });
    if (wait.type === "ATOMIC") return;
    try {
        const { rule, column, all } = await getParticipants(run, wait);
        if (state.detail.value !== base || all.length === 0) return;
        const last = lastOf(all);
        state.detail.value = {
            ...base,
            rows: [
                ...base.rows,
                ...(last && all.length > 1 && last.by !== null ? [{ name: "came last", value: `${last.last.id}, ${time(last.by)} after the one before` }] : []),
            ],
            tables: [
                {
                    title: `who took part: ${rule}`,
                    columns: wait.type === "COMM" ? ["rank", column === "sent" ? "size" : "", column] : ["activity", "created at", column],
                    rows: [...all].sort((a, b) => b.arrived - a.arrived).slice(0, 60).map((one) => [one.id, clean(one.created), time(one.arrived)]),
                },
            ],
        };
    } catch {
        // the wait alone is shown
    }
}

const LONGEST = 20; // waits that are listed

function longestTable(names: Tables | null, waits: readonly Wait[]): NonNullable<state.Detail["tables"]> {
    const longest = [...waits].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, LONGEST);
    if (longest.length === 0) return [];
    return [
        {
            title: waits.length > LONGEST ? `The ${LONGEST} longest of ${count(waits.length)} waits` : "Waits",
            columns: ["activity", "in", "since", "for"],
            rows: longest.map((wait) => [wait.id, regionName(names, wait.region), time(wait.from), time(wait.to - wait.from)]),
        },
    ];
}

/** A row that stands for several activities: how many, on which lanes, and what they waited for longest. */
export function showRow(names: Tables | null, id: string, lanes: readonly number[], waits: AllWaits | null): void {
    const own = new Set(lanes);
    const listed = (waits?.items ?? []).filter((wait) => own.has(wait.lane));
    const together = (waits?.merged ?? []).filter((one) => own.has(one.lane));
    showDetail({
        title: `Activities ${id}`,
        kind: "activities",
        rows: [
            { name: "lanes", value: lanes.length > 0 ? lanesLabel(names, lanes[0]!, lanes.at(-1)!) : "–" },
            { name: "waits", value: count(listed.length + together.reduce((sum, one) => sum + one.count, 0)) },
            { name: "waited", value: `${time(listed.reduce((sum, wait) => sum + wait.to - wait.from, 0) + together.reduce((sum, one) => sum + one.waited, 0))} together` },
        ],
        tables: longestTable(names, listed),
        notes: ["Only these activities are shown now; Esc, pressed twice, shows all again."],
        only: `e.lane in [${lanes.join(", ")}]`,
    });
}

/** What the activities of a row waited for in one of its stretches. */
export function showGroup(names: Tables | null, merged: MergedWaits, lanes: readonly number[], waits: readonly Wait[]): void {
    const own = new Set(lanes);
    const listed = waits.filter((wait) => own.has(wait.lane) && wait.to > merged.from && wait.from < merged.to);
    state.selectedTime.value = { from: merged.from, to: merged.to };
    showDetail({
        title: merged.id,
        kind: "activities",
        rows: [
            { name: "activities", value: count(lanes.length) },
            { name: "from", value: time(merged.from) },
            { name: "to", value: time(merged.to) },
            { name: "waited, mean", value: `${time(merged.waited)} of ${time(merged.to - merged.from)}` },
            { name: "waits that began", value: count(merged.count) },
        ],
        tables: longestTable(names, listed),
        notes: ["A click on the name of the row shows each of its activities; the key f zooms to this stretch."],
    });
}
