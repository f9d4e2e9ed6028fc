// What × When × Where: ParaGraph's five displays of utilisation, communication and execution, and a line for each lane.
import { useMemo, useState } from "preact/hooks";
import { ApiError, getShow } from "../../api";
import { CLASS_KEYS, className, ink, levelColour } from "../../draw/colours";
import { SvgPainter } from "../../draw/painter";
import { TimeCanvas, type Hit } from "../../draw/TimeCanvas";
import { clean, csv, ranges, time } from "../../format";
import { lanesLabel, libraryOf, tablesOf } from "../../names";
import { laneList } from "../../lane_list";
import { LaneBox } from "../../parts/lane_box";
import { Legend } from "../../parts/legend";
import { Empty, Failed, Loading, useAnswer } from "../../parts/states";
import { regionCondition, regionDetail } from "../../parts/things";
import { growth } from "../../run";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { dark } from "../../theme";
import type { Show, ShowItem, Tables } from "../../types";
import type { ViewProps } from "../../views";
import { areaAt, drawDisplay, firstMoment, HEAT_MOST, isOverTime, itemColour, leftOf, neededHeight, pitch, RIGHT, rowName, scaleEnd, type Area, type Scene } from "./paint";
import { DISPLAYS, isUnknown, KEYS, MEASURES, SUBJECTS, totalWords, unitOf, words, type Display, type Subject } from "./values";

interface CellHit extends Hit {
    area: Area;
}

function Segments<T extends string>({ label, value, items, set }: { label: string; value: T; items: readonly { id: T; title: string; what?: string }[]; set: (id: T) => void }) {
    return (
        <span class="segments" role="group" aria-label={label}>
            {items.map((item) => (
                <button type="button" aria-pressed={item.id === value} title={item.what ?? ""} onClick={() => set(item.id)}>
                    {item.title}
                </button>
            ))}
        </span>
    );
}

const TITLES: Record<Subject, string> = { utilisation: "Utilisation", communication: "Communication", execution: "Execution" };

export function WhenView({ run }: ViewProps) {
    const names = tablesOf(run);
    const [size, setSize] = useState({ width: 0, height: 0 });
    const [cursor, setCursor] = useState<{ row: number; column: number } | null>(null);
    const subject = state.setting("when.subject", "utilisation") as Subject;
    const display = state.setting("when.display", "when-where") as Display;
    const measure = state.setting(`when.measure.${subject}`, MEASURES[subject]?.[0] ?? "time");
    const by = state.setting("when.by", "kind");
    const patterns = state.setting(`when.regions.${subject}`, "");
    const most = state.setting("when.most", "8");
    const cycles = state.setting("when.cycles", "");
    const range = state.shownRange.value;
    const chosen = useMemo(() => (names && state.lanes.value ? laneList(names, state.lanes.value) : null), [names, state.lanes.value]);
    const over = isOverTime(display);
    const left = leftOf(display);
    const plot = Math.max(16, size.width - left - RIGHT);
    const params = {
        subject,
        axes: display === "lines" ? "when-where" : display,
        measure: measure === MEASURES[subject][0] ? null : measure,
        by: subject === "communication" && by !== "kind" ? by : null,
        from: state.range.value ? Math.floor(range.from) : null,
        to: state.range.value ? Math.ceil(range.to) : null,
        regions: patterns.split(/\s*,\s*/).filter((p) => p !== "").join("\n"),
        lanes: chosen,
        cycles: over ? cycles || Math.min(500, Math.floor(plot / 2)) : null,
        rows: Math.max(8, Math.floor((size.height - 40) / (display === "what-where" ? 2 : 4))),
        most: display === "when-where" || display === "lines" ? null : most,
        filter: state.filter.value,
    };
    const ready = size.width > 0;
    const answer = useAnswer(ready ? `${run} ${growth.value} ${JSON.stringify(params)}` : "", async (signal) => (ready ? getShow(run, params, signal) : null));
    const show = answer.value?.displays[0] ?? null;
    // until its answer is here, the answer of the display before is on hand, which may have no columns
    const fits = show && !show.trouble && show.rows.length > 0 && (display !== "what-where" || show.columns);
    const usable = useMemo(() => (show && fits ? withNames(show, names) : null), [show, names, fits]);
    const scene: Scene | null = usable
        ? { show: usable, display, range, most: scaleEnd(usable, display), dark: dark.value, region: state.region.value, lanes: state.lanes.value, sign: "" }
        : null;
    const cellHit = (area: Area | null): CellHit | null => (scene && area ? describe(scene, area) : null);
    const pick = (hit: CellHit) => pickCell(scene!, hit, names);
    const arrow = (key: string) => {
        if (!scene) return;
        const { show: s } = scene;
        const columns = s.values[0]?.length ?? 0;
        const now = cursor ?? { row: 0, column: -1 };
        const [down, right] = display === "overall-what-where" ? [0, 0] : [key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0, key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0];
        if (display === "overall-what-where") {
            const column = now.column + (key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0);
            const row = now.row + (key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0);
            setCursor({ row: clampTo(row, s.rows.length), column: clampTo(column, columns) });
        } else setCursor({ row: clampTo(now.row + down, s.rows.length), column: key === "Home" ? 0 : key === "End" ? columns - 1 : clampTo(now.column + right, columns) });
    };
    const height = Math.max(size.height, scene ? neededHeight(scene.show, display) : 0);
    useSavable("when", {
        name: `${subject}-${display}`,
        svg: () => {
            const to = new SvgPainter(Math.max(700, size.width), Math.max(200, height), ink(dark.value).page, `${TITLES[subject]}: ${display}`);
            if (scene) drawDisplay(to, scene);
            return to.toString();
        },
        csv: () => (usable ? showCsv(usable) : ""),
    });
    const nothing = answer.error instanceof ApiError && answer.error.status === 409; // there is nothing of that
    const overflows = scene !== null && height > size.height + 1;
    return (
        <>
            <div class="bar">
                <Segments label="Subject" value={subject} items={SUBJECTS.map((id) => ({ id, title: TITLES[id] }))} set={(id) => state.setSetting("when.subject", id, "utilisation")} />
                <Segments label="Display" value={display} items={DISPLAYS} set={(id) => state.setSetting("when.display", id, "when-where")} />
            </div>
            <div class="bar">
                {MEASURES[subject].length > 1 && (
                    <label>
                        measure
                        <select value={measure} onChange={(event) => state.setSetting(`when.measure.${subject}`, event.currentTarget.value, MEASURES[subject][0]!)}>
                            {MEASURES[subject].map((m) => (
                                <option value={m}>{m.replace("-", " ")}</option>
                            ))}
                        </select>
                    </label>
                )}
                {KEYS[subject].length > 0 && (
                    <label>
                        by
                        <select value={by} onChange={(event) => state.setSetting("when.by", event.currentTarget.value, "kind")}>
                            {KEYS[subject].map((k) => (
                                <option value={k}>{k}</option>
                            ))}
                        </select>
                    </label>
                )}
                <PatternBox subject={subject} value={patterns} names={names} />
                <LaneBox names={names} />
                {over && (
                    <label title="The number of slices that the time range is divided into">
                        cycles
                        <select value={cycles} onChange={(event) => state.setSetting("when.cycles", event.currentTarget.value, "")}>
                            <option value="">as wide as the screen</option>
                            {["20", "50", "100", "200", "500"].map((n) => (
                                <option value={n}>{n}</option>
                            ))}
                        </select>
                    </label>
                )}
                {display !== "when-where" && display !== "lines" && subject !== "utilisation" && (
                    <label title="The largest ones are shown, the rest together as others">
                        show
                        <select value={most} onChange={(event) => state.setSetting("when.most", event.currentTarget.value, "8")}>
                            {["4", "8", "16", "32", "0"].map((n) => (
                                <option value={n}>{n === "0" ? "all" : `the ${n} largest`}</option>
                            ))}
                        </select>
                    </label>
                )}
                {scene && display === "when-where" && <HeatLegend scene={scene} />}
                {scene && display === "overall-what-where" && <Legend items={scene.show.rows.map((item, row) => ({ name: rowName(item), colour: itemColour(item, row, dark.value) }))} />}
            </div>
            <div class={overflows ? "fill tall" : "fill"} aria-busy={answer.loading}>
                {nothing ? (
                    <Empty title={sentence(answer.error!.message)}>{/counts of a binary's loops/.test(answer.error!.message) ? "The views Loop tree, Profile and Source show them, too." : emptyHint(subject, patterns)}</Empty>
                ) : answer.error ? (
                    <Failed error={answer.error} />
                ) : (
                    <div class="tall-inside" style={{ height: overflows ? `${height}px` : "100%" }}>
                        <TimeCanvas
                            key={over ? "time" : "bars"}
                            label={`${TITLES[subject]}, ${DISPLAYS.find((d) => d.id === display)?.title ?? ""}. Arrow keys move between cells, Enter selects one.`}
                            left={left}
                            right={RIGHT}
                            still={!over}
                            onSize={(width, h) => {
                                if (!overflows || width !== size.width) setSize({ width, height: overflows ? size.height : h });
                            }}
                            draw={(painter) => {
                                if (scene) drawDisplay(painter, scene);
                            }}
                            hit={(x, y) => cellHit(scene ? areaAt(scene, size.width, height, x, y) : null)}
                            pick={pick}
                            cursor={cursor && scene ? cellHit(cursorArea(scene, size.width, height, cursor)) : null}
                            onArrow={arrow}
                            marks={(painter) => {
                                if (scene) markLinked(painter, scene, height);
                            }}
                        />
                    </div>
                )}
                {!show && !answer.error && <Loading what="the display" />}
                {show && !usable && !answer.loading && (
                    <div class="over">
                        <Empty title={show.trouble ? sentence(show.trouble) : emptyTitle(subject)}>{emptyHint(subject, patterns)}</Empty>
                    </div>
                )}
                {usable && <Numbers show={usable} />}
            </div>
            <p class="foot" role="status">
                {notes(usable).join(" · ")}
            </p>
        </>
    );
}

/** Names lanes as all views do: the answer has "0.1", and "0.0-0.8" for several. */
function withNames(show: Show, names: Tables | null): Show {
    const rename = (item: ShowItem): ShowItem => {
        if (item.lane === null || !names) return item;
        const last = names.lanes.label.indexOf(item.label.split("-")[1] ?? "");
        return { ...item, label: lanesLabel(names, item.lane, last < 0 ? item.lane : last) };
    };
    return { ...show, rows: show.rows.map(rename), columns: show.columns?.map(rename) ?? null };
}

const clampTo = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

function sentence(text: string): string {
    const clear = clean(text);
    if (clear.startsWith(clean(state.run.value?.name ?? "\n"))) return clear; // a name stays as it is
    return clear.charAt(0).toUpperCase() + clear.slice(1) + (/[.!?]$/.test(clear) ? "" : ".");
}

function emptyTitle(subject: Subject): string {
    return subject === "communication" ? "No messages and no other moved data in this time range." : "Nothing was measured in this time range.";
}

function emptyHint(subject: Subject, patterns: string): string | null {
    if (patterns) return "The selected regions may exclude everything: clear the box “only”.";
    return subject === "communication" ? "Programs that communicate have messages if these were logged: `triptych run --events=comm`." : null;
}

function notes(show: Show | null): string[] {
    const all: string[] = [];
    if (state.filter.value) all.push("only what passes the filter is shown");
    if (!show) return all;
    all.push(`a cycle is ${time(show.length_ns)}`);
    if (show.merged_lanes > 1) all.push(`each row merges ${show.merged_lanes} lanes`);
    if (show.hidden_rows > 0) all.push(`${show.hidden_rows} smaller ones are in “others”`);
    if (show.source === "samples") all.push("from samples of the profile: log events for exact times");
    if (show.missing) all.push(state.filter.value && /part of another archive/.test(show.missing) ? "the time outside of the events that pass the filter is not known" : clean(show.missing));
    if (show.unsized) all.push(show.unsized);
    if (show.unknown?.some((row) => row.length > 0)) all.push("not known: hatched");
    return all;
}

function cursorArea(scene: Scene, width: number, height: number, cursor: { row: number; column: number }): Area | null {
    const { show, display } = scene;
    const rows = display === "overall-what-where" ? (show.columns?.length ?? 0) : show.rows.length;
    for (let y = 27; y < height; y += Math.max(1, Math.floor((height - 34) / Math.max(1, rows) / 3))) {
        const probe = areaAt(scene, width, height, leftOf(display) + 1, y);
        if (!probe) continue;
        if (display === "overall-what-where" ? probe.column === cursor.column : probe.row === cursor.row) return { ...probe, row: cursor.row, column: cursor.column, ...cellSpan(scene, width, cursor.column) };
    }
    return null;
}

function cellSpan(scene: Scene, width: number, column: number): Partial<Area> {
    if (!isOverTime(scene.display)) return {};
    const LEFT = leftOf(scene.display);
    const perNs = (width - LEFT - RIGHT) / (scene.range.to - scene.range.from);
    return { x: LEFT + (firstMoment(scene.show) + column * scene.show.length_ns - scene.range.from) * perNs, w: scene.show.length_ns * perNs };
}

/** Says what is at a cell. */
function describe(scene: Scene, area: Area): CellHit {
    const { show, display } = scene;
    const unit = unitOf(show);
    const item = show.rows[area.row]!;
    const value = area.column >= 0 ? show.values[area.row]?.[area.column] : undefined;
    const lines: string[] = [];
    const column = area.column >= 0 ? show.columns?.[area.column] : undefined;
    if (area.column < 0) lines.push(`total ${totalWords(item, unit)}`);
    else if (isUnknown(show, area.row, area.column)) lines.push("not known: events were dropped");
    else lines.push(`${words(value, unit)} ${unit === "share" ? "of the time" : unit === "count" ? show.unit : ""}`.trim());
    if (column) lines.push(rowName(column));
    else if (area.column >= 0) {
        const from = firstMoment(show) + area.column * show.length_ns;
        lines.push(`${time(from)} to ${time(from + show.length_ns)}`);
    }
    const isLane = item.lane !== null;
    const region = item.region ?? undefined;
    if (display === "when-where" && !isLane) lines.push("");
    return {
        title: isLane ? rowName(item) : clean(item.label),
        lines,
        thing: { region, lane: item.lane ?? column?.lane ?? undefined },
        frame: { x: area.x, y: area.y, w: area.w, h: area.h },
        area,
    };
}

function pickCell(scene: Scene, hit: CellHit, names: Tables | null): void {
    const { show } = scene;
    const item = show.rows[hit.area.row]!;
    const rows = [
        ...hit.lines.filter((line) => line !== "").map((value, i) => ({ name: i === 0 ? "value" : "", value })),
        { name: "total", value: totalWords(item, unitOf(show)) },
    ];
    if (hit.area.column >= 0 && !show.columns) {
        const from = firstMoment(show) + hit.area.column * show.length_ns;
        state.selectedTime.value = { from, to: from + show.length_ns };
    }
    state.detailOpen.value = true;
    if (item.region !== null) {
        state.region.value = item.region;
        state.detail.value = { ...regionDetail(names, item.region, rows), only: regionCondition(names, item.region) };
    } else if (item.lane !== null) {
        const members = Array.from({ length: item.lanes ?? 1 }, (_, i) => item.lane! + i);
        state.lanes.value = state.lanes.value && ranges(state.lanes.value) === ranges(members) ? null : members;
        state.detail.value = { title: hit.title, kind: "lane", rows, only: members.length === 1 ? `e.lane == ${item.lane}` : `e.lane in [${members.join(", ")}]` };
    } else state.detail.value = { title: hit.title, kind: show.by, rows };
}

/** Frames the rows of what is selected or hovered elsewhere. */
function markLinked(painter: import("../../draw/painter").Painter, scene: Scene, height: number): void {
    const over = state.hovered.value;
    if (!over || (over.region === undefined && over.lane === undefined)) return;
    scene.show.rows.forEach((item, row) => {
        const same = (over.region !== undefined && item.region === over.region) || (over.lane !== undefined && item.lane !== null && over.lane >= item.lane && over.lane < item.lane + (item.lanes ?? 1));
        if (!same || scene.display === "overall-what-where" || scene.display === "overall-what-when") return;
        const most = scene.display === "when-where" ? HEAT_MOST : scene.display === "what-where" ? Math.max(40, (scene.show.columns?.length ?? 0) * 16 + 12) : 150;
        const area = areaAt(scene, painter.width, height, 2, 26 + pitch(height, scene.show.rows.length, most) * (row + 0.5));
        if (area && area.row === row) painter.rect(0, area.y, leftOf(scene.display) - 6, area.h, ink(scene.dark).mark, 0.09);
    });
}

function HeatLegend({ scene }: { scene: Scene }) {
    const unit = unitOf(scene.show);
    return (
        <span class="heat-legend" role="img" aria-label={`Ten levels from 0 to ${words(scene.most, unit)}`}>
            <span>0</span>
            {Array.from({ length: 10 }, (_, i) => (
                <i style={{ background: levelColour(i, scene.dark) }} title={`${words((scene.most * i) / 10, unit)} to ${words((scene.most * (i + 1)) / 10, unit)}`} />
            ))}
            <span>{words(scene.most, unit)}</span>
        </span>
    );
}

function PatternBox({ subject, value, names }: { subject: Subject; value: string; names: Tables | null }) {
    const set = (text: string) => state.setSetting(`when.regions.${subject}`, text.trim(), "");
    const options =
        subject === "utilisation"
            ? CLASS_KEYS.slice(0, 8).map((key, i) => ({ value: `class:${key}`, label: className(i, libraryOf(names)) }))
            : [...new Set(names?.regions.name ?? [])].filter((name) => name !== "").slice(0, 300).map((name) => ({ value: clean(name), label: "" }));
    return (
        <label title={subject === "utilisation" ? "Only these classes: class:sync, class:mpi_*" : "Only these regions: solve*, loop:*, file:*.c; commas separate them"}>
            only
            <input
                list={`when-patterns-${subject}`}
                size={18}
                placeholder={subject === "utilisation" ? "all classes" : subject === "communication" ? "all kinds" : "all regions"}
                value={value}
                aria-label={subject === "utilisation" ? "Only these classes" : subject === "communication" ? "Only these kinds of messages" : "Only these regions"}
                onChange={(event) => set(event.currentTarget.value)}
            />
            <datalist id={`when-patterns-${subject}`}>
                {options.map((option) => (
                    <option value={option.value}>{option.label}</option>
                ))}
            </datalist>
            {value && (
                <button type="button" class="plain" aria-label="Show all" onClick={() => set("")}>
                    ×
                </button>
            )}
        </label>
    );
}

function showCsv(show: Show): string {
    const rows: unknown[][] = [];
    show.rows.forEach((item, row) =>
        show.values[row]!.forEach((value, i) => {
            const column = show.columns?.[i];
            rows.push([item.label, column?.label ?? "", column ? "" : firstMoment(show) + i * show.length_ns, column ? "" : show.length_ns, value, show.unit]);
        }),
    );
    return csv(["name", "lane", "start_ns", "length_ns", "value", "unit"], rows);
}

/** For screen readers and tests: the rows with their totals. */
function Numbers({ show }: { show: Show }) {
    const unit = unitOf(show);
    return (
        <table class="hidden" aria-label="Rows of the display">
            <tbody>
                {show.rows.slice(0, 500).map((item, row) => (
                    <tr>
                        <th>{rowName(item)}</th>
                        <td>{totalWords(item, unit)}</td>
                        {show.columns && show.values[row]!.slice(0, 64).map((value) => <td>{words(value, unit)}</td>)}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}
