// Timeline: lanes over time, nested regions, messages between lanes.
import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import { getMessages, getQuery, getReport, getWaits, getWindow } from "../../api";
import { NOTHING, type Messages, type Waits, type Window } from "../../decode";
import { CLASS_KEYS, CLASS_SYNC, classColour, className, classOfKey, ink } from "../../draw/colours";
import { SvgPainter, type Painter } from "../../draw/painter";
import { linear } from "../../draw/scale";
import { TimeCanvas, type Hit } from "../../draw/TimeCanvas";
import { bytes, count, csv, ranges, sized, time } from "../../format";
import { laneLabel, lanesLabel, libraryOf, nodePath, regionName, tablesOf } from "../../names";
import { LaneBox } from "../../parts/lane_box";
import { Legend } from "../../parts/legend";
import { Empty, Failed, Loading, useAnswer, useSettled } from "../../parts/states";
import { regionDetail } from "../../parts/things";
import { growth } from "../../run";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { dark } from "../../theme";
import type { QueryAnswer, Tables } from "../../types";
import type { ViewProps } from "../../views";
import { causeColour, causeName, syncColour, syncName, waitedIn } from "./causes";
import { sparse } from "./sparse";
import { drawTimeline, LATE_RECEIVER, LATE_SENDER, layOut, LEFT, markRegion, RIGHT, rowOfLane, steadyRows, type Picture, type Row } from "./paint";

interface TimeHit extends Hit {
    row: number;
    run: number; // index of the stretch in the lane
    node: number;
    from: number; // ns
    to: number;
    message?: number;
}

const PIXELS_PER_MESSAGE = 5; // more messages would hide the bars
const MANY_ROWS = 32; // of a table that is for screen readers: it then follows when zooming and moving has stopped
const SETTLED = 150; // ms

/** Ns that measuring one logged visit costs: that of a timed visit, or the mean of all visits as the report estimates it, if that
 * is more (visits that are only counted cost less, calls of a collector more); 0: not known. */
function useCost(run: number): number {
    const answer = useAnswer(`cost ${run}`, async () => {
        const [report, visits, pairs] = await Promise.all([
            getReport<{ run?: { overhead_ns?: number | null } }>(run, { sections: "run" }),
            getQuery(run, "nodes.sum(n -> n.visits)"),
            getQuery(run, "places.mean(p -> p.costPair)"),
        ]);
        const total = Number(visits.rows[0]?.[0] ?? 0);
        const overhead = report.run?.overhead_ns ?? 0;
        return overhead > 0 ? Math.max(total > 0 ? overhead / total : 0, Number(pairs.rows[0]?.[0] ?? 0)) : 0;
    });
    return answer.value ?? 0;
}

export function Timeline({ run }: ViewProps) {
    const names = tablesOf(run);
    const [size, setSize] = useState({ width: 0, height: 0 });
    const [cursor, setCursor] = useState<{ row: number; run: number } | null>(null);
    const range = state.shownRange.value;
    const nestedWanted = state.setting("timeline.nested", "1") === "1";
    const withMessages = state.setting("timeline.messages", "1") === "1";
    const withWaits = state.setting("timeline.waits", "1") === "1";
    const byRegion = state.setting("timeline.colour", "class") === "region";
    const lanes = useMemo(() => state.lanes.value ?? names?.lanes.label.map((_, i) => i) ?? [], [state.lanes.value, names]);
    const asked = state.lanes.value ? ranges(state.lanes.value) : null;
    const pixels = Math.max(16, Math.floor(size.width - LEFT - RIGHT));
    const common = { from: Math.floor(range.from), to: Math.ceil(range.to), lanes: asked };
    const ready = size.width > 0;
    const key = `${run} ${growth.value} ${JSON.stringify(common)} ${state.filter.value}`;
    const asks = useRef(0);
    const rows = ready ? (asks.current = steadyRows(asks.current, size.height)) : 0;
    const answer = useAnswer(ready ? `window ${key} ${pixels} ${rows}` : "", async (signal) =>
        ready ? getWindow(run, { ...common, pixels, rows, filter: state.filter.value }, signal) : null,
    );
    const mail = useAnswer(ready && withMessages ? `messages ${key} ${pixels}` : "", async (signal): Promise<Messages | null> => {
        if (!ready || !withMessages) return null;
        try {
            return await getMessages(run, { ...common, most: Math.max(20, Math.floor(pixels / PIXELS_PER_MESSAGE)), filter: state.filter.value }, signal);
        } catch (error) {
            if (signal.aborted) throw error;
            return null; // a run without messages is still a timeline
        }
    });
    const waiting = useAnswer(ready && withWaits ? `waits ${key} ${pixels} ${rows}` : "", async (signal): Promise<Waits | null> => {
        if (!ready || !withWaits) return null;
        try {
            return await getWaits(run, { ...common, pixels, rows, filter: state.filter.value }, signal);
        } catch (error) {
            if (signal.aborted) throw error;
            return null; // bars are drawn without the causes of waits
        }
    });
    const waits = withWaits && waiting.value?.time.some((ns) => ns > 0) ? waiting.value : null;
    const cost = useCost(run);
    const window = useMemo(() => chosenLanes(answer.value, state.lanes.value), [answer.value, state.lanes.value]);
    const picture = useMemo(
        () => (window && names && size.height > 0 ? layOut(window, names, lanes, size.height, nestedWanted) : null),
        [window, names, lanes, size.height, nestedWanted],
    );
    const order = useMemo(() => (picture ? rowOfLane(picture, lanes) : new Map<number, number>()), [picture, lanes]);
    const messages = useMemo(
        () => (withMessages && mail.value && mail.value.total > 0 && ready ? sparse(mail.value, order, linear(range.from, range.to, LEFT, Math.max(LEFT + 1, size.width - RIGHT))) : null),
        [withMessages, mail.value, order, range.from, range.to, size.width],
    );
    const look = useMemo(() => ({ dark: dark.value, byRegion, region: state.region.value, keys: CLASS_KEYS, waits }), [dark.value, byRegion, state.region.value, waits]);

    const x = linear(range.from, range.to, LEFT, Math.max(LEFT + 1, size.width - RIGHT));
    const hitOf = (at: number, index: number, depth: number | null): TimeHit | null => (picture ? stretchHit(picture, waits, at, index, depth, x) : null);
    const hit = (px: number, py: number): TimeHit | null => {
        if (!picture) return null;
        const near = messages ? nearMessage(picture, messages, order, x, px, py) : null;
        if (near) return near;
        const at = picture.rows.findIndex((row) => py >= row.y && py < row.y + row.h + 3);
        const row = picture.rows[at];
        if (!row) return null;
        if (px < LEFT) return laneHit(picture, row, at);
        return hitOf(at, stretchAt(picture, row, x.back(px)), picture.nested ? Math.floor(((py - row.y) / row.h) * row.levels) : null);
    };
    const pick = (chosen: TimeHit) => {
        state.selectedTime.value = { from: chosen.from, to: chosen.to };
        if (chosen.message !== undefined && messages) state.detail.value = messageDetail(messages, chosen.message, run);
        else if (chosen.thing.region === undefined) {
            const row = picture?.rows[chosen.row];
            if (chosen.thing.lane !== undefined && row) chooseLanes(lanes, row);
        } else {
            state.region.value = chosen.thing.region;
            void showVisit(run, chosen);
        }
    };
    const arrow = (pressed: string) => {
        if (!picture) return;
        const now = cursor ?? { row: 0, run: -1 };
        let { row, run: index } = now;
        if (pressed === "ArrowDown" || pressed === "ArrowUp") {
            const moment = index >= 0 ? stretchTime(picture, row, index) : range.from;
            row = Math.min(picture.rows.length - 1, Math.max(0, row + (pressed === "ArrowDown" ? 1 : -1)));
            index = stretchAt(picture, picture.rows[row]!, moment);
            setCursor({ row, run: index });
            return;
        }
        const last = picture.window.lanes[picture.rows[row]!.at]!.bin.length - 1;
        const by = pressed === "ArrowLeft" || pressed === "End" ? -1 : 1;
        index = pressed === "Home" ? 0 : pressed === "End" ? last : index + by;
        while (index >= 0 && index <= last && !hitOf(row, index, null)) index += by; // nothing is drawn there
        if (index >= 0 && index <= last) setCursor({ row, run: index });
    };

    const thinned = messages?.thinned ? `${count(messages.sent.length)} of ${count(messages.total)} messages are drawn` : messages && messages.total > 0 ? `${count(messages.total)} messages` : "";
    const merged = picture?.window.merged ? `each row merges up to ${Math.max(...picture.rows.map((row) => row.lanes))} lanes: select lanes to see each` : "";
    const empty = picture !== null && picture.classes.length === 0;
    const marks = useMemo(() => (picture ? costMarks(picture, cost) : 0), [picture, cost]);
    const told = useSettled(picture, picture && picture.rows.length > MANY_ROWS ? SETTLED : 0);
    const table = useMemo(() => (told ? <Stretches picture={told} /> : null), [told]);
    const draw = useCallback(
        (painter: Painter) => {
            if (picture) drawTimeline(painter, picture, range, look, messages, order, marks > 0 ? cost : 0);
        },
        [picture, range.from, range.to, look, messages, order, marks > 0 ? cost : 0],
    );
    useSavable("timeline", {
        name: `timeline-${state.run.value?.name ?? "run"}`,
        svg: () => {
            const to = new SvgPainter(Math.max(600, size.width), Math.min(size.height, (picture?.height ?? 100) + 8), ink(dark.value).page, "Timeline");
            if (picture) drawTimeline(to, picture, range, look, messages, order, cost);
            return to.toString();
        },
        csv: () => (picture ? timelineCsv(picture) : ""),
    });
    return (
        <>
            <div class="bar">
                <label>
                    <input type="checkbox" checked={nestedWanted} onChange={() => state.setSetting("timeline.nested", nestedWanted ? "0" : "1", "1")} />
                    <span>nested regions</span>
                </label>
                <label>
                    <input type="checkbox" checked={withMessages} onChange={() => state.setSetting("timeline.messages", withMessages ? "0" : "1", "1")} />
                    <span>messages</span>
                </label>
                <label>
                    <input type="checkbox" checked={withWaits} onChange={() => state.setSetting("timeline.waits", withWaits ? "0" : "1", "1")} />
                    <span>waits</span>
                </label>
                <label>
                    colour
                    <select value={byRegion ? "region" : "class"} onChange={(event) => state.setSetting("timeline.colour", event.currentTarget.value, "class")}>
                        <option value="class">by class</option>
                        <option value="region">by region</option>
                    </select>
                </label>
                <LaneBox names={names} />
                <Legend items={[...(byRegion ? [] : legend(picture, libraryOf(names), dark.value)), ...causes(waits, names, dark.value), ...lateness(messages, dark.value)]} />
            </div>
            <div class="fill" aria-busy={answer.loading}>
                {answer.error ? (
                    <Failed error={answer.error} />
                ) : (
                    <TimeCanvas
                        label={timelineLabel(picture, range)}
                        left={LEFT}
                        right={RIGHT}
                        onSize={(width, height) => setSize({ width, height })}
                        draw={draw}
                        marks={(painter) => {
                            const { lane, region } = state.hovered.value ?? {};
                            if (picture && region !== undefined) markRegion(painter, picture, range, region, dark.value);
                            const row = picture && lane !== undefined ? picture.rows[order.get(lane) ?? -1] : undefined;
                            if (row) painter.rect(0, row.y - 1, LEFT - 4, row.h + 2, ink(dark.value).mark, 0.08);
                        }}
                        hit={hit}
                        pick={pick}
                        cursor={cursor && picture ? hitOf(Math.min(cursor.row, picture.rows.length - 1), cursor.run, null) : null}
                        onArrow={arrow}
                    />
                )}
                {(!names || !window) && !answer.error && <Loading what="the timeline" />}
                {empty && (
                    <div class="over">
                        <Empty title={state.filter.value ? "No event passes the filter here." : "No events were logged in this time range."}>
                            {state.filter.value ? null : "`triptych run --events` logs every visit; without it there are sums only."}
                        </Empty>
                    </div>
                )}
                {table}
                {waits && <WaitSums waits={waits} names={names} />}
            </div>
            <p class="foot" role="status">
                {[
                    window && state.filter.value && !window.filtered ? "the filter is not applied here" : "",
                    window?.filtered ? "only what passes the filter is shown; the regions around it are faint" : "",
                    merged,
                    thinned,
                    waits?.atLeast ? "there may be more waits: events are missing" : "",
                    picture?.unknown ? "hatched: events were dropped, so what the lane did is unknown" : "",
                    picture ? `one bin is ${time(picture.window.width)}` : "",
                    marks > 0 ? `${count(marks)} stretch${marks === 1 ? "" : "es"} marked yellow: measuring took more than 5 % of the time` : "",
                ]
                    .filter((text) => text !== "")
                    .join(" · ")}
            </p>
        </>
    );
}

/** Shows only the lanes of a row; all again if it is the only one. */
function chooseLanes(lanes: readonly number[], row: Row): void {
    const first = lanes.indexOf(row.lane);
    const own = lanes.slice(first, first + row.lanes);
    state.lanes.value = state.lanes.value && ranges(state.lanes.value) === ranges(own) ? null : own;
}

/** Drops lanes that were not asked for: a standalone file answers with all of them. */
function chosenLanes(window: Window | null, lanes: readonly number[] | null): Window | null {
    if (!window || !lanes || window.merged) return window;
    const wanted = new Set(lanes);
    return window.lanes.every((lane) => wanted.has(lane.lane)) ? window : { ...window, lanes: window.lanes.filter((lane) => wanted.has(lane.lane)) };
}

type LegendItem = { name: string; colour: string };

/** Classes that occur; synchronisation by its causes. */
function legend(picture: Picture | null, library: string, isDark: boolean): LegendItem[] {
    return (picture?.classes ?? []).flatMap((kind) => {
        const known = kind === CLASS_SYNC ? (picture?.sync ?? []).filter((word) => syncColour(word, isDark)) : [];
        return known.length > 0 ? known.map((word) => ({ name: syncName(word), colour: syncColour(word, isDark)! })) : [{ name: className(kind, library), colour: classColour(kind, isDark) }];
    });
}

/** Causes of waits in MPI that occur in the time range, and how long they took. */
function causes(waits: Waits | null, names: Tables | null, isDark: boolean): LegendItem[] {
    return (waits?.time ?? []).flatMap((ns, kind) => (ns > 0 ? [{ name: `${causeName(names, kind)} ${time(ns)}`, colour: causeColour(kind, isDark) }] : []));
}

function lateness(messages: Messages | null, isDark: boolean): LegendItem[] {
    const flags = messages ? messages.flags.reduce((all, f) => all | f, 0) : 0;
    return [
        ...(flags & 1 ? [{ name: "message: late sender", colour: LATE_SENDER[isDark ? 1 : 0] }] : []),
        ...(flags & 2 ? [{ name: "message: late receiver", colour: LATE_RECEIVER[isDark ? 1 : 0] }] : []),
    ];
}

function timelineLabel(picture: Picture | null, range: state.Range): string {
    return picture ? `Timeline of ${picture.rows.length} rows from ${time(range.from)} to ${time(range.to)}. Arrow keys move between stretches, Enter opens one.` : "Timeline";
}

/** Index of the stretch of a row at a moment. */
function stretchAt(picture: Picture, row: Row, moment: number): number {
    const { window } = picture;
    const bin = (moment - window.start) / window.width;
    const bins = window.lanes[row.at]!.bin;
    let low = 0;
    let high = bins.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (bins[middle]! <= bin) low = middle;
        else high = middle - 1;
    }
    return low;
}

function stretchTime(picture: Picture, row: number, index: number): number {
    const { window } = picture;
    return window.start + (window.lanes[picture.rows[row]!.at]!.bin[index] ?? 0) * window.width;
}

function laneHit(picture: Picture, row: Row, at: number): TimeHit {
    const label = laneLabel(picture.names, row.lane);
        return {
        title: row.lanes > 1 ? `${lanesLabel(picture.names, row.lane, row.last)}: ${row.lanes} lanes` : label,
        lines: [`lane ${picture.names.lanes.label[row.lane] ?? row.lane}`, row.lanes > 1 ? "click: show only these lanes" : "click: show only this lane"],
        thing: { lane: row.lane },
        row: at,
        run: 0,
        node: NOTHING,
        from: picture.names.lanes.start[row.lane] ?? 0,
        to: picture.names.lanes.end[row.lane] ?? 0,
        frame: { x: 2, y: row.y, w: LEFT - 8, h: row.h },
    };
}

/** What is at one stretch of a row, at a level of nesting (null: the innermost). */
function stretchHit(picture: Picture, waits: Waits | null, at: number, index: number, depth: number | null, x: ReturnType<typeof linear>): TimeHit | null {
    const row = picture.rows[at];
    const { window, names } = picture;
    const lane = row ? window.lanes[row.at] : undefined;
    if (!row || !lane || index < 0 || index >= lane.bin.length) return null;
    let from = lane.bin[index]!;
    let to = index + 1 < lane.bin.length ? lane.bin[index + 1]! : window.bins;
    let node = lane.node[index]!;
    if (node === NOTHING && lane.busy[index] === 0) return null;
    let begun = lane.begun[index]!;
    let level = 0;
    if (picture.nested && node !== NOTHING) {
        const bars = row.bars.filter((bar) => bar.from <= from && bar.to >= to);
        const bar = depth === null ? bars[bars.length - 1] : bars.find((b) => b.depth === depth);
        if (!bar) return null;
        ({ from, to, node, begun, depth: level } = bar);
    }
    const region = node === NOTHING ? undefined : (names.nodes.region[node] ?? 0);
    const left = Math.max(LEFT, x(window.start + from * window.width));
    const right = x(window.start + to * window.width);
    const start = window.start + from * window.width;
    const end = window.start + to * window.width;
    const share = Math.round((lane.busy[index]! / 255) * 100);
    const kind = lane.class[index]!;
    const own = waits?.lanes.find((one) => one.lane === row.lane);
    const waited = waits && own ? waitedIn(waits, own, start, end, row.lanes) : null;
    return {
        title: region === undefined ? "unknown: events were dropped" : regionName(names, region),
        lines: [
            `${className(picture.nested && region !== undefined ? classOfKey(names.regions.class?.[region] ?? CLASS_KEYS[kind] ?? null) : kind, libraryOf(names))}${share < 99 && !picture.nested ? `, ${share} % of the stretch` : ""} · ${lanesLabel(names, row.lane, row.last)}`,
            `${time(start)} to ${time(end)}, to the nearest ${time(window.width)}`,
            `${count(begun)} visit${begun === 1 ? "" : "s"} began`,
            ...(waited ? [`waited about ${time(waited.time)}: ${causeName(names, waited.kind)}`] : []),
        ],
        thing: { region, lane: row.lane },
        row: at,
        run: index,
        node,
        from: start,
        to: end,
        frame: { x: left, y: row.y + (picture.nested ? (level * row.h) / row.levels : 0), w: Math.max(1, Math.min(right, 1e5) - left), h: picture.nested ? row.h / row.levels : row.h },
    };
}

/** The message whose line passes within a few pixels of a point. */
function nearMessage(picture: Picture, messages: Messages, order: ReadonlyMap<number, number>, x: ReturnType<typeof linear>, px: number, py: number): TimeHit | null {
    if (messages.sent.length > 400) return null; // dense lines are a texture: bars stay clickable
    let best = 4;
    let found = -1;
    for (let i = 0; i < messages.sent.length; i++) {
        const a = picture.rows[order.get(messages.from[i]!) ?? -1];
        const b = picture.rows[order.get(messages.to[i]!) ?? -1];
        if (!a || !b) continue;
        const x1 = x(messages.sent[i]!);
        const y1 = a.y + a.h / 2;
        const dx = x(messages.received[i]!) - x1;
        const dy = b.y + b.h / 2 - y1;
        const along = Math.max(0, Math.min(1, ((px - x1) * dx + (py - y1) * dy) / (dx * dx + dy * dy || 1)));
        const away = Math.hypot(px - x1 - along * dx, py - y1 - along * dy);
        if (away < best) {
            best = away;
            found = i;
        }
    }
    if (found < 0) return null;
    const { names } = picture;
    return {
        title: `message of ${sized(messages.bytes[found]!)}`,
        lines: [
            `${laneLabel(names, messages.from[found]!)} to ${laneLabel(names, messages.to[found]!)}`,
            `sent ${time(messages.sent[found]!)}, received ${time(messages.received[found]!)}`,
            ...(messages.flags[found]! & 1 ? ["late sender: the receiver waited"] : []),
            ...(messages.flags[found]! & 2 ? ["late receiver: the sender waited"] : []),
        ],
        thing: { lane: messages.to[found]! },
        row: 0,
        run: 0,
        node: NOTHING,
        from: messages.sent[found]!,
        to: messages.received[found]!,
        message: found,
    };
}

function messageDetail(messages: Messages, at: number, run: number): state.Detail {
    const names = tablesOf(run);
    const flags = messages.flags[at]!;
    return {
        title: `Message of ${sized(messages.bytes[at]!)}`,
        kind: flags & 4 ? "collective operation" : "point-to-point message",
        rows: [
            { name: "from", value: laneLabel(names, messages.from[at]!), pick: { lane: messages.from[at]! } },
            { name: "to", value: laneLabel(names, messages.to[at]!), pick: { lane: messages.to[at]! } },
            { name: "sent", value: time(messages.sent[at]!) },
            { name: "received", value: time(messages.received[at]!) },
            { name: "duration", value: time(messages.received[at]! - messages.sent[at]!) },
            { name: "bytes", value: count(messages.bytes[at]!) },
            ...(messages.region[at] !== NOTHING ? [{ name: "call", value: regionName(names, messages.region[at]!), pick: { region: messages.region[at]! } }] : []),
            ...(flags & 1 ? [{ name: "wait", value: "late sender: the receiver waited" }] : []),
            ...(flags & 2 ? [{ name: "wait", value: "late receiver: the sender waited" }] : []),
        ],
    };
}

function cellOf(answer: QueryAnswer, row: number, name: string): number | string | boolean | null {
    const at = answer.columns.findIndex((column) => column.name === name);
    return at < 0 ? null : (answer.rows[row]?.[at] ?? null);
}

/** Shows a stretch in the detail panel: first what the window says, then the exact visits in it. */
async function showVisit(run: number, hit: TimeHit): Promise<void> {
    const names = tablesOf(run);
    const region = hit.thing.region!;
    const lane = hit.thing.lane!;
    const path = names && hit.node !== NOTHING ? nodePath(names, hit.node).map((node) => regionName(names, names.nodes.region[node] ?? 0)) : [];
    const base = regionDetail(names, region, [
        { name: "lane", value: laneLabel(names, lane), pick: { lane } },
        { name: "stretch", value: `${time(hit.from)} to ${time(hit.to)}` },
        ...(path.length > 1 ? [{ name: "path", value: path.join(" / ") }] : []),
    ]);
    state.detail.value = base;
    state.detailOpen.value = true;
    const from = Math.floor(hit.from);
    const to = Math.ceil(hit.to);
    const inside = `events.overlaps(${from}ns, ${to}ns).filter(e -> e.lane == ${lane} && e.region == ${region})`;
    try {
        const [sums, longest] = await Promise.all([
            getQuery(run, `${inside}.aggregate(visits: count(), total: sum(e -> e.duration))`),
            getQuery(run, `${inside}.sorted(e -> desc(e.duration)).map(e -> {e.startTime, e.finishTime, e.duration, e.bytes, e.trips}).limit(5)`),
        ]);
        if (state.detail.value !== base) return;
        const visits = Number(cellOf(sums, 0, "visits") ?? 0);
        state.detail.value = {
            ...base,
            rows: [...base.rows, { name: "visits", value: `${count(visits)} overlap this stretch` }, ...(visits > 0 ? [{ name: "their time", value: time(Number(cellOf(sums, 0, "total") ?? 0)) }] : [])],
            tables:
                longest.rows.length > 0
                    ? [
                          {
                              title: longest.rows.length < visits ? `the ${longest.rows.length} longest visits` : "visits",
                              columns: ["start", "duration", "bytes", "trips"],
                              rows: longest.rows.map((_, i) => [
                                  time(cellOf(longest, i, "startTime") as number),
                                  time(cellOf(longest, i, "duration") as number),
                                  cellOf(longest, i, "bytes") === null ? "" : bytes(cellOf(longest, i, "bytes") as number),
                                  cellOf(longest, i, "trips") === null ? "" : count(cellOf(longest, i, "trips") as number),
                              ]),
                          },
                      ]
                    : [],
        };
    } catch {
        // the stretch alone is shown
    }
}

function costMarks(picture: Picture, cost: number): number {
    if (!(cost > 0)) return 0;
    let marked = 0;
    for (const row of picture.rows) {
        const lane = picture.window.lanes[row.at]!;
        for (let i = 0; i < lane.bin.length; i++) {
            const to = i + 1 < lane.bin.length ? lane.bin[i + 1]! : picture.window.bins;
            if (lane.begun[i]! * cost > (to - lane.bin[i]!) * picture.window.width * row.lanes * 0.05) marked++;
        }
    }
    return marked;
}

function timelineCsv(picture: Picture): string {
    const { window, names } = picture;
    const rows: unknown[][] = [];
    for (const lane of window.lanes)
        for (let i = 0; i < lane.bin.length; i++) {
            const to = i + 1 < lane.bin.length ? lane.bin[i + 1]! : window.bins;
            const node = lane.node[i]!;
            if (node === NOTHING && lane.busy[i] === 0) continue;
            rows.push([
                laneLabel(names, lane.lane),
                window.start + lane.bin[i]! * window.width,
                window.start + to * window.width,
                node === NOTHING ? "" : regionName(names, names.nodes.region[node] ?? 0),
                CLASS_KEYS[lane.class[i]!] ?? "unknown",
                lane.busy[i]! / 255,
                lane.begun[i]!,
            ]);
        }
    return csv(["lane", "start_ns", "end_ns", "region", "class", "share_of_class", "visits_begun"], rows);
}

/** For screen readers and tests: how long lanes waited in MPI, by cause. */
function WaitSums({ waits, names }: { waits: Waits; names: Tables | null }) {
    return (
        <table class="hidden" aria-label="Waits by cause">
            <tbody>
                {waits.time.map((ns, kind) =>
                    ns > 0 ? (
                        <tr>
                            <th>{causeName(names, kind)}</th>
                            <td>{time(ns)}</td>
                            <td>{waits.calls[kind]}</td>
                        </tr>
                    ) : null,
                )}
            </tbody>
        </table>
    );
}

/** For screen readers and tests: what each row shows. */
function Stretches({ picture }: { picture: Picture }) {
    return (
        <table class="hidden" aria-label="Rows of the timeline">
            <tbody>
                {picture.rows.slice(0, 200).map((row) => {
                    const lane = picture.window.lanes[row.at]!;
                    return (
                        <tr>
                            <th>{lanesLabel(picture.names, row.lane, row.last)}</th>
                            <td>{row.lanes}</td>
                            <td>{lane.bin.length}</td>
                            <td>{picture.begun[row.at]}</td>
                        </tr>
                    );
                })}
            </tbody>
        </table>
    );
}
