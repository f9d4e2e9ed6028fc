// Movement Chart: time from left to right; lanes, places or activities from top to bottom, and activities as lines that move
// between them. Marks: M a move, D a move with data, F a finish.
import { useMemo, useState } from "preact/hooks";
import { ink } from "../../draw/colours";
import { SvgPainter } from "../../draw/painter";
import { TimeCanvas } from "../../draw/TimeCanvas";
import { count, csv, ranges } from "../../format";
import { laneLabel, regionName, tablesOf, wordsOf } from "../../names";
import { LaneBox } from "../../parts/lane_box";
import { Empty, Failed, Loading, useAnswer } from "../../parts/states";
import { growth } from "../../run";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { dark } from "../../theme";
import type { Tables } from "../../types";
import type { ViewProps } from "../../views";
import { FINISHES, getActivities, getMoves, getStays, getWaits } from "./data";
import { drawMovement, markColour, nearest, warningColour } from "./movement_paint";
import { chooseRows, findMarks, LEFT, RIGHT, rowsOfKind, type Data, type Mark, type MarkHit, type RowKind, type Scene } from "./movement_scene";
import { shownPath } from "./path";
import { addFinishes, getPlaceMoves, hasPlaces, placeWord } from "./places";
import { getUnknown, UNKNOWN_WORDS } from "./unknown";

const MOST_STAYS = 1500;
const MOST_MESSAGES = 250;
const MOST_FINISHES = 300;
const MOST_MOVES = 1500;

export function Movement({ run }: ViewProps) {
    const names = tablesOf(run);
    const [size, setSize] = useState({ width: 0, height: 0 });
    const [cursor, setCursor] = useState(-1);
    const range = state.shownRange.value;
    const withMessages = state.setting("movement.messages", "1") === "1";
    const withFinishes = state.setting("movement.finish", "1") === "1";
    const withPlaces = hasPlaces(names);
    const usual: RowKind = withPlaces ? "places" : "lanes";
    const kind = state.setting("movement.rows", usual) as RowKind;
    const key = `${run} ${withPlaces} ${growth.value} ${range.from} ${range.to} ${state.filter.value} ${withMessages} ${withFinishes}`;
    const answer = useAnswer<Data>(`movement ${key}`, async (signal) => {
        const filter = state.filter.value;
        const [activities, stays, finishes, moves, messages, unknown] = await Promise.all([
            getActivities(run, range, MOST_STAYS, signal),
            getStays(run, filter, range, MOST_STAYS, signal),
            withFinishes ? getWaits(run, filter, FINISHES, range, MOST_FINISHES, signal) : { items: [], total: 0 },
            withPlaces && withMessages ? getPlaceMoves(run, filter, range, MOST_MOVES, signal) : { items: [], total: 0 },
            withMessages ? getMoves(run, filter, range, state.lanes.value ? ranges(state.lanes.value) : null, MOST_MESSAGES, signal) : null,
            getUnknown(run, range, signal),
        ]);
        const items = withPlaces ? await addFinishes(run, finishes.items, range, signal) : finishes.items;
        return { activities, stays, finishes: { ...finishes, items }, moves, messages, unknown };
    });
    const data = answer.value;
    void shownPath.value; // the chart is drawn again when a path is selected
    const lanes = useMemo(() => state.lanes.value ?? names?.lanes.label.map((_, i) => i) ?? [], [names, state.lanes.value]);
    const all = useMemo(() => (data && names ? rowsOfKind(kind, lanes, names, data) : []), [kind, lanes, names, data]);
    const rows = useMemo(() => (data && names ? chooseRows(kind, all, data, names, size.height) : []), [all, size.height]);
    const scene: Scene | null = data && names && size.width > 0 ? { data, kind, rows, names, range, width: size.width, height: size.height, run } : null;
    const marks = useMemo(() => (scene ? findMarks(scene) : []), [data, names, rows, range.from, range.to, size.width, size.height]);
    const ordered = useMemo(() => [...marks].sort((a, b) => a.x - b.x), [marks]);
    const empty = data && data.stays.items.length === 0 && data.finishes.items.length === 0 && data.moves.items.length === 0 && !(data.messages && data.messages.sent.length > 0);
    useSavable("movement", {
        name: "movement",
        svg: () => {
            const to = new SvgPainter(Math.max(600, size.width), Math.max(200, size.height), ink(dark.value).page, "Movement Chart");
            if (scene) drawMovement(to, scene, marks, dark.value);
            return to.toString();
        },
        csv: () => (data ? movementCsv(data, names) : ""),
    });
    const needless = marks.filter((mark) => mark.warning).length;
    const counts = (letter: string) => marks.filter((mark) => mark.letter === letter).length;
    return (
        <>
            <div class="bar">
                <label>
                    <input type="checkbox" checked={withMessages} onChange={() => state.setSetting("movement.messages", withMessages ? "0" : "1", "1")} />
                    <span>{withPlaces ? "moves" : "messages as moves"}</span>
                </label>
                <label>
                    <input type="checkbox" checked={withFinishes} onChange={() => state.setSetting("movement.finish", withFinishes ? "0" : "1", "1")} />
                    <span>finishes</span>
                </label>
                <label>
                    rows
                    <select value={kind} onChange={(event) => state.setSetting("movement.rows", event.currentTarget.value, usual)}>
                        <option value="lanes">{wordsOf(names).lane}s</option>
                        <option value="places">{wordsOf(names).place}s</option>
                        <option value="activities">activities</option>
                    </select>
                </label>
                <LaneBox names={names} />
                <span class="legend" role="list" aria-label="Marks">
                    {(["M", "D", "F"] as const).map((letter) => (
                        <span role="listitem">
                            <i class="round" style={{ background: markColour(letter, dark.value) }} />
                            {letter === "M" ? "M: move" : letter === "D" ? "D: move with data" : "F: finish"} ({count(counts(letter))})
                        </span>
                    ))}
                    {needless > 0 && (
                        <span role="listitem">
                            <i class="round" style={{ background: warningColour(dark.value) }} />
                            to the same place ({count(needless)})
                        </span>
                    )}
                </span>
            </div>
            <div class="fill" aria-busy={answer.loading}>
                {answer.error ? (
                    <Failed error={answer.error} />
                ) : (
                    <TimeCanvas
                        label={`Movement Chart: ${marks.length} marks. Left and right arrow keys move between marks, Enter shows one.`}
                        left={LEFT}
                        right={RIGHT}
                        onSize={(width, height) => setSize({ width, height })}
                        draw={(painter) => {
                            if (scene) drawMovement(painter, scene, marks, dark.value);
                        }}
                        hit={(px, py) => (scene ? nearest(scene, marks, px, py) : null)}
                        pick={(hit) => {
                            if (hit.thing.region !== undefined) state.region.value = hit.thing.region;
                            hit.act();
                        }}
                        cursor={cursorHit(ordered[cursor])}
                        onArrow={(pressed) => setCursor(Math.max(0, Math.min(ordered.length - 1, pressed === "ArrowLeft" ? cursor - 1 : pressed === "Home" ? 0 : pressed === "End" ? ordered.length - 1 : cursor + 1)))}
                    />
                )}
                {!data && !answer.error && <Loading what="the activities" />}
                {empty && (
                    <div class="over">
                        <Empty title="No activity moved, and none finished, in this time range.">Tasks, moves and messages must be logged: `triptych run --events`.</Empty>
                    </div>
                )}
                <table class="hidden" aria-label="Marks of the chart">
                    <tbody>
                        {ordered.slice(0, 200).map((mark) => (
                            <tr>
                                <th>{mark.letter}</th>
                                <td>{mark.hit.title}</td>
                                <td>{mark.hit.lines.join(", ")}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
            <p class="foot" role="status">
                {data ? thinnedWords(data, kind, all.length, rows.length) : ""}
            </p>
        </>
    );
}

/** Stays, moves with data and finishes: a row for each. */
export function movementCsv(data: Data, names: Tables | null): string {
    const messages = data.messages;
    const moves = Array.from(messages?.sent ?? [], (sent, i) => [
        "message",
        null,
        null,
        laneLabel(names, messages!.from[i]!),
        laneLabel(names, messages!.to[i]!),
        sent,
        messages!.received[i]!,
        messages!.region[i] === 0xffffffff ? null : regionName(names, messages!.region[i]!),
        messages!.bytes[i]!,
    ]);
    return csv(
        ["what", "activity", "kind", "lane", "to_lane", "start_ns", "end_ns", "region", "bytes"],
        [
            ...data.stays.items.map((stay) => ["stay", stay.id, stay.kind, laneLabel(names, stay.lane), null, stay.from, stay.to, regionName(names, stay.region), null]),
            ...data.moves.items.map((move) => ["move", move.id, null, placeWord(names, move.from), move.to < 0 ? null : placeWord(names, move.to), move.start, move.end, regionName(names, move.region), move.bytes]),
            ...moves,
            ...data.finishes.items.map((wait) => ["finish", wait.id, null, laneLabel(names, wait.lane), null, wait.from, wait.to, regionName(names, wait.region), null]),
        ],
    );
}

function cursorHit(mark: Mark | undefined): MarkHit | null {
    return mark ? { ...mark.hit, frame: { x: mark.x - 7, y: mark.y - 7, w: 14, h: 14 } } : null;
}

function thinnedWords(data: Data, kind: RowKind, all: number, shown: number): string {
    const parts: string[] = [];
    const say = (got: number, total: number, one: string, several: string) => {
        if (total > got) parts.push(`the ${count(got)} longest of ${count(total)} ${several} are drawn: zoom in for the others`);
        else if (total > 0) parts.push(`${count(total)} ${total === 1 ? one : several}`);
    };
    if (shown < all) parts.push(`${count(shown)} of ${count(all)} ${kind}: those on which most happens; select lanes for others`);
    say(data.stays.items.length, data.stays.total, "stay of a task", "stays of tasks");
    say(data.moves.items.length, data.moves.total, "move", "moves");
    say(data.finishes.items.length, data.finishes.total, "finish", "finishes");
    if (data.messages && data.messages.total > 0) parts.push(data.messages.thinned ? `${count(data.messages.sent.length)} of ${count(data.messages.total)} messages are drawn` : `${count(data.messages.total)} messages`);
    if (data.unknown.size > 0) parts.push(UNKNOWN_WORDS);
    return parts.join(" · ");
}
