// Synchronization Chart: time from left to right, activities PLACE-N from top to bottom; who waits in which finish, barrier,
// lock or MPI call, since when, and for whom.
import { useMemo, useState } from "preact/hooks";
import { getReport, getWaitList, getWaits as getCauses } from "../../api";
import type { Waits } from "../../decode";
import { classColour, ink } from "../../draw/colours";
import { SvgPainter } from "../../draw/painter";
import { TimeCanvas } from "../../draw/TimeCanvas";
import { clean, count, csv, time } from "../../format";
import { laneLabel, libraryOf, regionName, tablesOf } from "../../names";
import { LaneBox } from "../../parts/lane_box";
import { Legend } from "../../parts/legend";
import { Empty, Failed, Loading, useAnswer } from "../../parts/states";
import { growth } from "../../run";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { dark } from "../../theme";
import type { Tables } from "../../types";
import type { ViewProps } from "../../views";
import { causeColour, causeName } from "../timeline/causes";
import { CALLS, DIRECTIVES, getActivities, getWaits, WAITS } from "./data";
import { showActivity, showGroup, showRow, showWait } from "./details";
import { withMerged, type AllWaits } from "./merged";
import { byActivity, chooseRows, drawSync, hitAt, LATE, LEFT, RIGHT, TOP, typeName, TYPES, waitHit, withCauses, type Data, type Scene, type Stuck } from "./sync_paint";
import type { Wait } from "./data";
import { addFinishes, hasPlaces } from "./places";
import { GROUP, mergeRows, type Groups } from "./sync_rows";
import { getUnknown, UNKNOWN_WORDS } from "./unknown";

const MOST_WAITS = 2000;
const MOST_FINISHES = 1500;
const MOST_CAUSES = 20000;
const MOST_ACTIVITIES = 1500;
const PIXELS = 1024;
const ROWS = 4096; // each lane has its own

export function Synchronization({ run }: ViewProps) {
    const names = tablesOf(run);
    const [size, setSize] = useState({ width: 0, height: 0 });
    const [cursor, setCursor] = useState(-1);
    const [selected, setSelected] = useState<Wait | null>(null);
    const range = state.shownRange.value;
    const hasCalls = !hasPlaces(names) || (names?.regions.mpi.some((call) => call !== null && call !== false && call !== "") ?? false);
    const withCalls = hasCalls && state.setting("sync.mpi", "1") === "1";
    const withPlaces = hasPlaces(names);
    const answer = useAnswer<Data>(`sync ${run} ${withPlaces} ${growth.value} ${range.from} ${range.to} ${state.filter.value} ${withCalls}`, async (signal) => {
        const waiting = withPlaces ? `${WAITS} && !(${DIRECTIVES})` : WAITS;
        const condition = withCalls ? `(${waiting}) || (${CALLS})` : waiting;
        const span = { from: Math.floor(range.from), to: Math.ceil(range.to), filter: state.filter.value };
        const [activities, longest, finishes, late, causes, unknown, report] = await Promise.all([
            getActivities(run, range, MOST_ACTIVITIES, signal),
            getWaits(run, state.filter.value, condition, range, MOST_WAITS, signal),
            withPlaces ? getWaits(run, state.filter.value, DIRECTIVES, range, MOST_FINISHES, signal) : { items: [], total: 0 },
            withCalls ? getWaitList(run, { ...span, most: MOST_CAUSES }, signal).catch(() => null) : null,
            withCalls ? getCauses(run, { ...span, pixels: PIXELS, rows: ROWS }, signal).catch(() => null) : null,
            getUnknown(run, range, signal),
            getReport<{ waits?: Stuck[] }>(run, { sections: "waits" }, signal).catch(() => ({ waits: [] })),
        ]);
        const waits = await withMerged(run, state.filter.value, condition, range, longest, signal);
        const items = [...(await addFinishes(run, finishes.items, range, signal)), ...withCauses(waits.items, late)];
        const missing = waits.missing + finishes.total - finishes.items.length;
        return { activities, waits: { ...waits, items, total: waits.total + finishes.total, missing }, causes, unknown, now: report.waits ?? [] };
    });
    const data = answer.value;
    const chosen = useMemo(
        () => (data ? chooseRows(data.activities.items, data.waits, state.lanes.value, Math.max(4, Math.floor((size.height - TOP - 8) / 9))) : { rows: [], all: [] }),
        [data, state.lanes.value, size.height],
    );
    const many = chosen.rows.length < chosen.all.length;
    const wanted = state.setting("sync.rows", "");
    // Who waits still, as in a deadlock, is not merged with others, nor are activities of directives, which finishes name.
    const merges = many && (wanted === "merged" || (wanted === "" && !withPlaces && !data?.waits.items.some((wait) => wait.open)));
    const groups = useMemo(
        () => (data && merges ? mergeRows(chosen.all, data.activities.items, data.waits, range, chosen.rows.length) : null),
        [data, merges, chosen, range.from, range.to],
    );
    const scene: Scene | null =
        data && names && size.width > 0
            ? {
                  data: groups ? { ...data, activities: { items: groups.activities, total: groups.activities.length }, waits: groups.waits } : data,
                  rows: groups?.rows ?? chosen.rows,
                  each: groups?.each ?? 1,
                  groups: groups?.lanes ?? null,
                  names,
                  range,
                  width: size.width,
                  height: size.height,
                  run,
              }
            : null;
    const ordered = useMemo(() => (data && !merges ? [...data.waits.items].filter((wait) => chosen.rows.includes(wait.id)).sort((a, b) => a.from - b.from) : []), [data, chosen, merges]);
    const at = ordered[cursor];
    useSavable("sync", {
        name: "synchronization",
        svg: () => {
            const to = new SvgPainter(Math.max(600, size.width), Math.max(200, size.height), ink(dark.value).page, "Synchronization Chart");
            if (scene) drawSync(to, scene, dark.value, selected);
            return to.toString();
        },
        csv: () => (data ? waitsCsv(data.waits, names) : ""),
    });
    const types = new Set([...(data?.waits.items ?? []), ...(data?.waits.merged ?? [])].map((wait) => wait.type));
    return (
        <>
            <div class="bar">
                {hasCalls && (
                <label>
                    <input type="checkbox" checked={withCalls} onChange={() => state.setSetting("sync.mpi", withCalls ? "0" : "1", "1")} />
                    <span>{names?.script ? "streams" : `${libraryOf(names)} calls`}</span>
                </label>
                )}
                {many && (
                    <label>
                        activities
                        <select value={merges ? "merged" : "longest"} onChange={(event) => state.setSetting("sync.rows", event.currentTarget.value, "")}>
                            <option value="merged">all, several in a row</option>
                            <option value="longest">those that waited longest</option>
                        </select>
                    </label>
                )}
                <LaneBox names={names} />
                <Legend
                    items={[
                        { name: "activity", colour: classColour(0, dark.value) },
                        ...TYPES.filter((entry) => types.has(entry.type)).map((entry) => ({ name: typeName(entry.type, names), colour: entry.colour(dark.value) })),
                        ...(data?.waits.items.some((wait) => wait.finish) ? [{ name: "F: end of a finish; this part waits for one last activity alone", colour: LATE[dark.value ? 1 : 0] }] : []),
                        ...causesOf(data?.causes ?? null, names),
                    ]}
                />
            </div>
            {data && <Deadlock now={data.now} of={(sentence) => byActivity(sentence, names, data.activities.items)} />}
            <div class="fill" aria-busy={answer.loading}>
                {answer.error ? (
                    <Failed error={answer.error} />
                ) : (
                    <TimeCanvas
                        label={`Synchronization Chart: ${groups ? chosen.all.length : chosen.rows.length} activities, ${data?.waits.total ?? 0} waits. Left and right arrow keys move between waits, Enter shows one.`}
                        left={LEFT}
                        right={RIGHT}
                        onSize={(width, height) => setSize({ width, height })}
                        draw={(painter) => {
                            if (scene) drawSync(painter, scene, dark.value, selected);
                        }}
                        hit={(px, py) => (scene ? hitAt(scene, px, py) : null)}
                        pick={(hit) => {
                            setSelected(hit.wait);
                            if (hit.wait) {
                                state.region.value = hit.wait.region;
                                state.selectedTime.value = { from: hit.wait.from, to: hit.wait.to };
                                void showWait(run, hit.wait, typeName(hit.wait.type, names));
                            } else if (hit.merged && groups) showGroup(names, hit.merged, groups.lanes.get(hit.merged.id) ?? [], data?.waits.items ?? []);
                            else if (hit.merged) state.setRange({ from: hit.merged.from, to: hit.merged.to });
                            else if (hit.activity?.kind === GROUP) {
                                const own = groups?.lanes.get(hit.activity.id) ?? [];
                                state.lanes.value = own.length > 0 ? [...own] : null;
                                showRow(names, hit.activity.id, own, data?.waits ?? null);
                            }
                            else if (hit.activity) showActivity(run, hit.activity);
                        }}
                        cursor={at && scene ? waitHit(scene, at, null) : null}
                        onArrow={(pressed) => setCursor(Math.max(0, Math.min(ordered.length - 1, pressed === "ArrowLeft" ? cursor - 1 : pressed === "Home" ? 0 : pressed === "End" ? ordered.length - 1 : cursor + 1)))}
                    />
                )}
                {!data && !answer.error && <Loading what="the waits" />}
                {data && data.waits.total === 0 && (
                    <div class="over">
                        <Empty title="Nobody waited in this time range.">Waits must be logged: `triptych run --events`, or `--events=sync,comm`.</Empty>
                    </div>
                )}
                <table class="hidden" aria-label="Waits of the chart">
                    <tbody>
                        {ordered.slice(0, 200).map((wait) => (
                            <tr>
                                <th>{wait.id}</th>
                                <td>{regionName(names, wait.region)}</td>
                                <td>{wait.object ? clean(wait.object) : ""}</td>
                                <td>{wait.holder ?? wait.about ?? wait.finish?.last ?? (wait.cause ? laneLabel(names, wait.cause.lane) : "")}</td>
                                <td>{wait.open ? "still waits" : time(wait.to - wait.from)}</td>
                                <td>{wait.cause ? causeName(names, wait.cause.kind) : ""}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
            <p class="foot" role="status">
                {data ? footOf(data, chosen, groups) : ""}
            </p>
        </>
    );
}

/** Causes of waits in MPI that occur, and how long they took. */
function causesOf(causes: Waits | null, names: Tables | null): { name: string; colour: string }[] {
    return (causes?.time ?? []).flatMap((ns, kind) => (ns > 0 ? [{ name: `${causeName(names, kind)} ${time(ns)}`, colour: causeColour(kind, dark.value) }] : []));
}

/** What the chart shows, and what it merges. */
function footOf(data: Data, chosen: { rows: string[]; all: string[] }, groups: Groups | null): string {
    const { items, merged, total, below, missing } = data.waits;
    const together = merged.reduce((sum, one) => sum + one.count, 0);
    return [
        `${count(total)} wait${total === 1 ? "" : "s"}`,
        groups ? `each row merges up to ${groups.each} of ${count(chosen.all.length)} activities: the height is the mean share of the time in which they waited; click a bar to see its longest waits, a name to see each activity` : "",
        together > 0 && !groups ? `${count(together)} of them, each at most ${time(below)} long, are merged: the height is the share of the time; zoom in to see each` : "",
        missing > 0 ? `${count(missing)} are not drawn: ${items.length > 0 ? `only the ${count(items.length)} longest are here` : "there are too many; zoom in to see them"}` : "",
        !groups && chosen.rows.length < chosen.all.length ? `${count(chosen.rows.length)} of ${count(chosen.all.length)} activities: those that waited longest` : "",
        data.unknown.size > 0 ? UNKNOWN_WORDS : "",
        data.causes?.atLeast && data.causes.time.some((ns) => ns > 0) ? "there may be more waits: events are missing" : "",
    ]
        .filter((text) => text !== "")
        .join(" · ");
}

/** All waits: those that are merged have their number. */
function waitsCsv(waits: AllWaits, names: Tables | null): string {
    return csv(
        ["activity", "type", "call", "start_ns", "end_ns", "object", "holder", "about", "open", "cause", "for_lane", "waits", "waited_ns", "participants", "last", "late_ns"],
        [
            ...waits.items.map((wait) => [wait.id, wait.type, regionName(names, wait.region), wait.from, wait.to, wait.object, wait.holder, wait.about, wait.open, wait.cause ? causeName(names, wait.cause.kind) : null, wait.cause ? laneLabel(names, wait.cause.lane) : null, 1, wait.to - wait.from, wait.finish?.participants ?? null, wait.finish?.last ?? null, wait.finish?.late ?? null]),
            ...waits.merged.map((one) => [one.id, one.type, null, one.from, one.to, null, null, null, false, null, null, one.count, one.waited, null, null, null]),
        ],
    );
}

/** Who waits at the end of the run, or now: the sentences of the report. */
function Deadlock({ now, of }: { now: Stuck[]; of: (sentence: string) => string }) {
    const stuck = now.filter((wait) => wait.stuck);
    if (stuck.length === 0) return null;
    const circles = stuck.filter((wait) => wait.circle);
    return (
        <div class="deadlock" role="alert">
            <b>{circles.length > 0 ? `Deadlock: ${circles.length} activities wait for each other in a circle.` : `${stuck.length} activit${stuck.length === 1 ? "y" : "ies"} cannot continue.`}</b>
            <ul>
                {stuck.slice(0, 8).map((wait) => (
                    <li>{of(clean(wait.sentence))}</li>
                ))}
                {stuck.length > 8 && <li>and {stuck.length - 8} more</li>}
            </ul>
        </div>
    );
}

