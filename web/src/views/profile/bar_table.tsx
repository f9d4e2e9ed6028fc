// Horizontal bars, one row per region. The automatic scale follows the scroll: the topmost visible bar fills the width.
// With a manual scale, the value that fills the width is typed and stays.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { clean, count, number, percent } from "../../format";
import { magnified } from "../../magnify";
import { libraryOf, tablesOf } from "../../names";
import * as state from "../../state";
import { barOf, topmostRow, visibleRows, whiskerOf } from "./bars";
import { Facts, Name, useTip } from "../report/controls";
import { fullOf, ScaleBox } from "../report/scale_box";
import { openSource, regionOf } from "../report/regions";
import type { Mark } from "../report/marks";
import { MEASURES, markOf, partsOf, spread, type Measure, type Part, type Row, type Spread } from "../report/report";
import { factsOf, formatMeasure, marked, percentOf, place, sentence } from "../report/values";

/** How the ranks are shown: one bar of their sum, of their mean, or one for each of them. */
export type By = "sum" | "mean" | "each";

export interface BarTableProps {
    run: number;
    id: string; // of this table, for its settings in the link
    label: string;
    rows: readonly Row[];
    measures: readonly Measure[];
    by: By;
    ranks: number; // ranks, or lanes, of the run
    sort: string;
    down: boolean;
    onSort: (by: string) => void;
    onOpen: (row: Row) => void;
    openWhat: (row: Row) => string; // what a click does, for the hint
}

interface Entry {
    key: string;
    row: Row;
    part: Part | null;
    values: (number | null)[];
    marks: Mark[]; // of values of parts and of means
    spreads: (Spread | null)[];
}

const ROW = 26;

function entriesOf(props: BarTableProps): Entry[] {
    const entries: Entry[] = [];
    for (const row of props.rows) {
        const several = row.lanes.length > 0 && props.ranks > 1;
        const parts = props.measures.map((measure) => (several ? partsOf(row, measure) : []));
        const spreads = parts.map((list) => (several ? spread(list, props.ranks) : null));
        entries.push({
            key: row.key,
            row,
            part: null,
            values: props.measures.map((measure, i) => (props.by === "mean" && several ? (spreads[i]?.mean ?? null) : row[measure])),
            marks: props.measures.map((measure, i) => (props.by === "mean" && several ? (spreads[i]?.marks.mean ?? "") : markOf(row, measure))),
            spreads: props.by === "each" ? spreads.map(() => null) : spreads,
        });
        if (props.by !== "each" || !several) continue;
        const first = parts[0]!;
        first.forEach((part, at) =>
            entries.push({
                key: `${row.key} ${part.label}`,
                row,
                part,
                values: parts.map((list) => list[at]?.value ?? null),
                marks: parts.map((list) => list[at]?.mark ?? ""),
                spreads: parts.map(() => null),
            }),
        );
    }
    return entries;
}

function Whisker({ spread, full }: { spread: Spread; full: number }) {
    const { from, to, mean, beyond } = whiskerOf(spread, full);
    return (
        <>
            <span class={beyond ? "whisker beyond" : "whisker"} aria-hidden="true" style={{ left: `${from}%`, width: `${to - from}%` }} />
            {mean !== null && <i class="whisker-mean" aria-hidden="true" style={{ left: `${mean}%` }} />}
        </>
    );
}

function spreadText(measure: Measure, spread: Spread): string {
    const is = (value: number): string => formatMeasure(measure, MEASURES[measure].unit === "ns" ? Math.round(value) : value);
    const { marks } = spread;
    return `min ${marks.min}${is(spread.min)}, mean ${marks.mean}${is(spread.mean)}, max ${marks.max}${is(spread.max)} (${spread.maxAt})`;
}

export function BarTable(props: BarTableProps) {
    const names = tablesOf(props.run);
    const scroller = useRef<HTMLDivElement>(null);
    const [scrolled, setScrolled] = useState(0);
    const [height, setHeight] = useState(400);
    const [width, setWidth] = useState(1000);
    const [marker, setMarker] = useState(0);
    const tip = useTip();
    const entries = useMemo(() => entriesOf(props), [props.rows, props.measures.join(), props.by, props.ranks]);
    const regions = useMemo(() => new Map(props.rows.map((row) => [row.key, regionOf(names, row)])), [props.rows, names]);
    useLayoutEffect(() => {
        const element = scroller.current!;
        const measure = (): void => {
            setHeight(element.clientHeight);
            setWidth(element.clientWidth);
        };
        const observer = new ResizeObserver(measure);
        observer.observe(element);
        measure();
        return () => observer.disconnect();
    }, []);
    useEffect(() => {
        setMarker((old) => Math.min(old, Math.max(0, entries.length - 1)));
    }, [entries.length]);
    useEffect(() => {
        const end = (): void => tip.hide();
        window.addEventListener("mouseup", end);
        window.addEventListener("blur", end);
        return () => {
            window.removeEventListener("mouseup", end);
            window.removeEventListener("blur", end);
        };
    }, []);
    const topmost = topmostRow(scrolled, ROW, entries.length);
    const lowest = Math.floor((scrolled + height) / ROW);
    const fulls = props.measures.map((measure, i) => {
        // bars of means are shorter than the whisker of the largest rank: all of it is seen
        const widest = (entry: Entry): number | null => (props.by === "mean" ? (entry.spreads[i]?.max ?? entry.values[i] ?? null) : (entry.values[i] ?? null));
        return fullOf(props.id, measure, entries.map(widest), topmost, lowest);
    });
    const { first, end } = visibleRows(scrolled, height, ROW, entries.length);
    const narrow = width < 400 + 230 * props.measures.length; // beside other views: no source, no shares, shorter bars
    const columns = narrow
        ? `minmax(100px, 1.2fr) ${props.measures.map(() => "minmax(36px, 1fr) 82px").join(" ")}`
        : `minmax(150px, 1.1fr) minmax(100px, 0.45fr) ${props.measures.map(() => "minmax(110px, 1.6fr) 132px").join(" ")}`;
    const choose = (entry: Entry): void => {
        const region = regions.get(entry.row.key) ?? null;
        state.region.value = region;
        state.detail.value = {
            title: clean(entry.row.name),
            kind: entry.row.kind === "io" ? "I/O statement" : entry.row.kind === "comm" ? `${libraryOf(names)} call site` : entry.row.kind,
            rows: [
                ...factsOf(entry.row).map(([name, value]) => ({ name, value })),
                ...(entry.row.file ? [{ name: "source", value: place(entry.row), pick: { file: sourcePath(entry.row), line: entry.row.line ?? 1 } }] : []),
            ],
            notes: [entry.row.note, entry.row.estimated ? "~: estimated from the visits that were timed." : "", entry.row.derived ? "The counts are derived, not measured." : ""].filter(Boolean).map(clean),
            ...(entry.row.lanes.length > 1 ? { tables: [rankTable(entry.row, props.measures)] } : {}),
            ...(region === null ? {} : { thing: { region }, only: `e.region == ${region}` }),
        };
    };
    const sourcePath = (row: Row): string => row.file;
    const open = (entry: Entry): void => {
        choose(entry);
        props.onOpen(entry.row);
    };
    const move = (to: number): void => {
        const next = Math.min(entries.length - 1, Math.max(0, to));
        setMarker(next);
        const element = scroller.current!;
        if (next * ROW < element.scrollTop) element.scrollTop = next * ROW;
        else if ((next + 1) * ROW > element.scrollTop + element.clientHeight) element.scrollTop = (next + 1) * ROW - element.clientHeight;
    };
    const trips = (at: MouseEvent | { x: number; y: number }, row: Row): void =>
        tip.show(at, <Facts title={clean(row.name)} rows={row.kind === "loop" ? [["total trips", marked(row, "trips", row.trips)], ["mean trips", row.meanTrips === null ? "–" : number(row.meanTrips)]] : factsOf(row)} />);
    const onKey = (event: KeyboardEvent): void => {
        const page = Math.max(1, Math.floor(height / ROW) - 1);
        const steps: Record<string, number> = { ArrowDown: marker + 1, ArrowUp: marker - 1, PageDown: marker + page, PageUp: marker - page, Home: 0, End: entries.length - 1 };
        const entry = entries[marker];
        const next = steps[event.key];
        if (next !== undefined) move(next);
        else if (event.key === "Enter" && entry) open(entry);
        else if (event.key === " " && entry) choose(entry);
        else if (event.key === "o" && entry) openSource(props.run, entry.row);
        else if ((event.key === "ContextMenu" || event.key === "m") && entry) {
            const box = scroller.current!.getBoundingClientRect();
            const below = (marker + 1) * ROW - scroller.current!.scrollTop;
            trips({ x: box.left + 180 * magnified.value, y: box.top + below * magnified.value }, entry.row);
        } else return;
        event.preventDefault();
        event.stopPropagation();
    };
    const heading = (by: string, title: string) => (
        <button type="button" class="plain sort" aria-label={`Sort by ${title}`} aria-pressed={props.sort === by} onClick={() => props.onSort(by)}>
            {title}
            {props.sort === by ? (props.down ? " ▾" : " ▴") : ""}
        </button>
    );
    const hovered = state.hovered.value?.region;
    return (
        <div class={narrow ? "bar-table narrow" : "bar-table"}>
            <div class="bar-head" style={{ gridTemplateColumns: columns }}>
                <span>{heading("name", "name")}</span>
                {!narrow && <span>{heading("line", "source")}</span>}
                {props.measures.map((measure, i) => (
                    <>
                        <span key={measure}>
                            {heading(measure, narrow ? MEASURES[measure].title.replace(" time", "") : MEASURES[measure].title)}
                        </span>
                        <ScaleBox id={props.id} measure={measure} full={fulls[i]!} narrow={narrow} />
                    </>
                ))}
            </div>
            <div
                ref={scroller}
                class="bar-body"
                role="grid"
                tabIndex={0}
                aria-label={props.label}
                aria-rowcount={entries.length}
                aria-activedescendant={entries[marker] ? `${props.id}-row-${marker}` : undefined}
                onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
                onKeyDown={onKey}
                onKeyUp={(event) => {
                    if (event.key === "ContextMenu" || event.key === "m") tip.hide();
                }}
                onMouseLeave={() => (state.hovered.value = null)}
            >
                <div style={{ height: `${entries.length * ROW}px`, position: "relative" }}>
                    {entries.slice(first, end).map((entry, offset) => {
                        const at = first + offset;
                        const region = regions.get(entry.row.key) ?? null;
                        const chosen = region !== null && region === state.region.value;
                        const classes = ["bar-row", entry.part ? "part" : "", at === marker ? "marked" : "", chosen ? "chosen" : "", region !== null && hovered === region ? "hovered" : ""];
                        return (
                            <div
                                key={entry.key}
                                id={`${props.id}-row-${at}`}
                                role="row"
                                aria-rowindex={at + 1}
                                aria-selected={chosen}
                                aria-label={entry.part ? `${clean(entry.row.name)} on ${entry.part.label}: ${props.measures.map((measure, i) => `${MEASURES[measure].title} ${entry.marks[i]}${formatMeasure(measure, entry.values[i] ?? null)}`).join(", ")}` : clean(sentence(entry.row, props.measures))}
                                title={entry.part ? undefined : props.openWhat(entry.row)}
                                class={classes.filter(Boolean).join(" ")}
                                style={{ gridTemplateColumns: columns, top: `${at * ROW}px` }}
                                onMouseEnter={() => (state.hovered.value = region === null ? null : { region })}
                                onClick={() => {
                                    setMarker(at);
                                    open(entry);
                                }}
                                onMouseDown={(event) => {
                                    if (event.button === 2) trips(event, entry.row);
                                }}
                                onContextMenu={(event) => event.preventDefault()}
                            >
                                <span role="gridcell" class="name">
                                    {entry.part ? <span class="rank">{entry.part.label}</span> : <span class={`mark ${entry.row.kind}`} aria-hidden="true" />}
                                    {!entry.part && <Name text={clean(entry.row.name)} />}
                                </span>
                                <span role="gridcell" class={narrow ? "source hidden" : "source"}>
                                    {!entry.part && entry.row.file && (
                                        <button
                                            type="button"
                                            class="link"
                                            tabIndex={-1}
                                            aria-label={clean(place(entry.row))}
                                            title={`Show ${clean(entry.row.file)} at line ${entry.row.line ?? 1}`}
                                            onClick={(event) => {
                                                event.stopPropagation();
                                                choose(entry);
                                                openSource(props.run, entry.row);
                                            }}
                                        >
                                            <Name text={clean(place(entry.row))} />
                                        </button>
                                    )}
                                </span>
                                {props.measures.map((measure, i) => {
                                    const value = entry.values[i] ?? null;
                                    const bar = barOf(value, fulls[i]!);
                                    const share = entry.part || props.by === "mean" ? null : percentOf(entry.row, measure);
                                    const around = entry.spreads[i];
                                    const shownValue = value !== null ? entry.marks[i]! + formatMeasure(measure, value) : marked(entry.row, measure, value);
                                    return (
                                        <>
                                            <span role="gridcell" class="bar-cell" title={around ? spreadText(measure, around) : undefined}>
                                                {bar && (
                                                    <span
                                                        class={`bar-fill ${measure} ${bar.beyond ? "beyond" : ""} ${entry.row.estimated && (measure === "time" || measure === "exclusive") ? "estimated" : ""}`}
                                                        data-share={bar.share.toFixed(4)}
                                                        style={{ width: `${bar.share * 100}%` }}
                                                    />
                                                )}
                                                {around && around.max - around.min > 0.01 * fulls[i]! && <Whisker spread={around} full={fulls[i]!} />}
                                            </span>
                                            <span role="gridcell" class={value === null ? "value none" : "value"}>
                                                {shownValue}
                                                {share !== null && <small>{percent(share)}</small>}
                                            </span>
                                        </>
                                    );
                                })}
                            </div>
                        );
                    })}
                </div>
            </div>
            {tip.node}
        </div>
    );
}

function rankTable(row: Row, measures: readonly Measure[]): { title: string; columns: string[]; rows: string[][] } {
    const parts = measures.map((measure) => partsOf(row, measure));
    const most = 64;
    const rows = parts[0]!.slice(0, most).map((part, i) => [part.label, ...measures.map((measure, m) => (parts[m]![i]?.mark ?? "") + formatMeasure(measure, parts[m]![i]?.value ?? null))]);
    const more = parts[0]!.length - most;
    return { title: more > 0 ? `By rank (${count(more)} more are not listed)` : "By rank", columns: ["", ...measures.map((m) => MEASURES[m].title)], rows };
}
