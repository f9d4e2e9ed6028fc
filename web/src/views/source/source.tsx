// Source text with its costs: time, visits and trips beside each line, and a minimap of heat.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Canvas } from "../../draw/Canvas";
import { ink, level, levelColour } from "../../draw/colours";
import { SvgPainter, type Painter } from "../../draw/painter";
import { clean, count, csv, number, time } from "../../format";
import { regionName, tablesOf } from "../../names";
import { Empty, Loading, useAnswer } from "../../parts/states";
import { growth } from "../../run";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { dark } from "../../theme";
import type { ViewProps } from "../../views";
import { matches, visibleRows } from "../profile/bars";
import { carries, languageOf, split, type Token } from "./colouring";
import { Search, Segments, useSetting } from "../report/controls";
import { byLine, costsOf, heatOf, minimap, nextHot, type Cost, type LineCost, type SourceAnswer } from "./lines";
import { part, PartNote, shownOf } from "../report/narrowed";
import { fileNumber } from "../report/regions";
import { fullOf, ScaleBox } from "../report/scale_box";
import { tableRows, type Measure, type Row } from "../report/report";
import { getLines, useSections } from "../report/requests";

const ROW = 19;
const TAB = 8;

function untab(line: string): string {
    let out = "";
    for (const c of line) out += c === "\t" ? " ".repeat(TAB - (out.length % TAB)) : c;
    return out;
}

type Shown = "own" | "inclusive" | "instructions" | "visits" | "trips";
const COLUMNS: { id: Shown; title: string; measure: Measure }[] = [
    { id: "own", title: "own code", measure: "exclusive" },
    { id: "inclusive", title: "inclusive", measure: "time" },
    { id: "instructions", title: "instructions", measure: "instructions" },
    { id: "visits", title: "visits", measure: "visits" },
    { id: "trips", title: "trips", measure: "trips" },
];

function text(column: Shown, cost: LineCost): string {
    const value = cost[column];
    if (value === null) return column === "own" || column === "inclusive" ? (cost.regions.length > 0 ? "not timed" : "") : "";
    if (column === "own") return cost.ownMark + time(value);
    if (column === "inclusive") return cost.mark + time(value);
    return (column === "instructions" ? "" : cost.countMarks[column]) + count(value);
}

function describe(cost: LineCost): string {
    const parts = [`line ${cost.line}`];
    if (cost.instructions === null) parts.push(`own code ${text("own", cost)}`, `inclusive ${text("inclusive", cost)}`);
    else parts.push(`instructions ${count(cost.instructions)}`);
    if (cost.visits !== null) parts.push(`visits ${text("visits", cost)}`);
    if (cost.trips !== null) parts.push(`trips ${text("trips", cost)}`);
    if (cost.meanTrips !== null) parts.push(`mean trips ${cost.countMarks.meanTrips}${number(cost.meanTrips)}`);
    return parts.join(", ");
}

function paintMap(painter: Painter, lines: ReadonlyMap<number, LineCost>, total: number, seen: { first: number; end: number }): void {
    const colours = ink(dark.value);
    const rows = Math.max(1, Math.floor(painter.height / 2));
    const heat = minimap(lines, total, rows);
    painter.rect(0, 0, painter.width, painter.height, dark.value ? "#181e26" : "#f6f7f9");
    for (let i = 0; i < rows; i++) if (heat[i]! > 0) painter.rect(4, i * 2, painter.width - 8, 2, levelColour(Math.max(3, level(heat[i]!)), dark.value));
    const y = (seen.first / Math.max(1, total)) * painter.height;
    const h = Math.max(8, ((seen.end - seen.first) / Math.max(1, total)) * painter.height);
    painter.rect(0, y, painter.width, h, colours.mark, 0.1);
    painter.frame(0.5, y + 0.5, painter.width - 1, h - 1, colours.faint);
}

interface TextProps {
    run: number;
    file: number;
    answer: SourceAnswer & { costs?: Record<string, unknown>[] };
}

function Text({ run, answer }: TextProps) {
    const lines = useMemo(() => answer.lines.map(untab), [answer]);
    const costs = useMemo(() => costsOf(answer), [answer]);
    const perLine = useMemo(() => byLine(costs), [costs]);
    const language = languageOf(answer.path, answer.language);
    const carried = useMemo(() => carries(lines, language), [lines, language]);
    const [search, setSearch] = useSetting("source.search", "");
    const counted = costs.some((cost) => cost.instructions !== null); // of a binary: instructions instead of times
    const offered = COLUMNS.filter((c) => (c.id === "instructions" ? counted : !counted || (c.id !== "own" && c.id !== "inclusive") || costs.some((cost) => cost.inclusive !== null)));
    const [columnText, setColumns] = useSetting("source.show", "");
    const columns = offered.filter((c) => (columnText || (counted ? "instructions,visits,trips" : "own,visits,trips")).split(",").includes(c.id));
    const scroller = useRef<HTMLDivElement>(null);
    const [view, setView] = useState({ scrolled: 0, height: 500, width: 1000 });
    const wanted = state.source.value?.line ?? 1;
    useLayoutEffect(() => {
        const element = scroller.current!;
        const observer = new ResizeObserver(() => setView({ scrolled: element.scrollTop, height: element.clientHeight, width: element.clientWidth }));
        observer.observe(element);
        return () => observer.disconnect();
    }, []);
    useEffect(() => {
        const element = scroller.current!;
        const y = (wanted - 1) * ROW;
        if (y < element.scrollTop + ROW || y > element.scrollTop + element.clientHeight - 2 * ROW) element.scrollTop = Math.max(0, y - element.clientHeight / 3);
    }, [wanted, answer]);
    const go = (line: number): void => {
        if (!state.source.value) return;
        state.source.value = { file: state.source.value.file, line: Math.min(lines.length, Math.max(1, line)) };
    };
    const choose = (line: number): void => {
        state.source.value = { file: state.source.value?.file ?? answer.path, line };
        const cost = perLine.get(line);
        if (!cost) return;
        const names = tablesOf(run);
        const first = cost.regions[0]!;
        if (first.region !== null) state.region.value = first.region;
        const title = (c: Cost): string => (c.region === null ? c.kind : regionName(names, c.region));
        state.detail.value = {
            title: `${clean(answer.path.slice(answer.path.lastIndexOf("/") + 1))}:${line}`,
            kind: "source line",
            rows: [
                ...(cost.instructions === null
                    ? [
                          { name: "own code", value: text("own", cost), title: "Without calls, and without loops, which have lines of their own" },
                          { name: "inclusive", value: text("inclusive", cost) },
                      ]
                    : [{ name: "instructions", value: count(cost.instructions), title: "Exclusive: without loops and calls inside" }]),
                ...(cost.visits === null ? [] : [{ name: "visits", value: text("visits", cost) }]),
                ...(cost.trips === null ? [] : [{ name: "total trips", value: text("trips", cost) }]),
                ...(cost.meanTrips === null ? [] : [{ name: "mean trips", value: cost.countMarks.meanTrips + number(cost.meanTrips) }]),
            ],
            tables: [{ title: "Regions of this line", columns: ["region", "kind", "exclusive"], rows: cost.regions.map((c) => [title(c), c.kind, c.exclusive === null ? "not timed" : c.exclusiveMark + time(c.exclusive)]) }],
            ...(first.region === null ? {} : { thing: { region: first.region }, only: `e.region == ${first.region}` }),
        };
    };
    const found = useMemo(() => (search ? lines.flatMap((line, i) => (matches(search, line) ? [i + 1] : [])) : []), [lines, search]);
    const next = (down: boolean): void => {
        const at = down ? found.find((line) => line > wanted) : [...found].reverse().find((line) => line < wanted);
        const target = at ?? (down ? found[0] : found[found.length - 1]);
        if (target) go(target);
    };
    const onKey = (event: KeyboardEvent): void => {
        const page = Math.floor(view.height / ROW) - 2;
        const steps: Record<string, number> = { ArrowDown: wanted + 1, ArrowUp: wanted - 1, PageDown: wanted + page, PageUp: wanted - page, Home: 1, End: lines.length };
        const to = steps[event.key];
        if (to !== undefined) go(to);
        else if (event.key === "n" || event.key === "p") {
            const hot = nextHot(perLine, wanted, event.key === "n");
            if (hot !== null) go(hot);
        } else if (event.key === "Enter") choose(wanted);
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    useSavable("source", {
        name: answer.path.slice(answer.path.lastIndexOf("/") + 1),
        svg: () => sourceSvg(answer.path, lines, perLine, carried, language),
        csv: () => csv(["line", "own_code_ns", "inclusive_ns", "instructions", "visits", "trips", "mean_trips", "text"], lines.map((line, i) => {
            const c = perLine.get(i + 1);
            return [i + 1, c?.own, c?.inclusive, c?.instructions, c?.visits, c?.trips, c?.meanTrips, line];
        })),
    });
    const { first, end } = visibleRows(view.scrolled, view.height, ROW, lines.length, 20);
    const seen = { first: Math.floor(view.scrolled / ROW), end: Math.min(lines.length, Math.ceil((view.scrolled + view.height) / ROW)) };
    // costs are not in the order of lines: the largest of the visible lines fills the width
    const inView = lines.slice(seen.first, seen.end).map((_, i) => perLine.get(seen.first + i + 1) ?? null);
    const fulls = Object.fromEntries(columns.map((c) => [c.id, fullOf("source", c.measure, inView.map((cost) => cost?.[c.id] ?? null), 0, inView.length)])) as Record<Shown, number>;
    const jump = (event: PointerEvent): void => {
        const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
        scroller.current!.scrollTop = ((event.clientY - box.top) / box.height) * lines.length * ROW - view.height / 2;
    };
    const hovered = state.hovered.value?.region;
    const grid = `${columns.map((c) => (view.width >= 600 ? "96px" : c.id === "trips" ? "86px" : "70px")).join(" ")} ${view.width < 600 ? "40px" : "52px"} 1fr`;
    const hottest = [...perLine.values()].filter((c) => heatOf(c)).sort((a, b) => heatOf(b)! - heatOf(a)!)[0];
    return (
        <>
            <div class="bar">
                <Search value={search} label="Search in the source" onChange={setSearch} />
                {search && (
                    <>
                        <span class="found">{found.length} lines</span>
                        <button type="button" aria-label="Line found before" onClick={() => next(false)}>
                            ↑
                        </button>
                        <button type="button" aria-label="Next line found" onClick={() => next(true)}>
                            ↓
                        </button>
                    </>
                )}
                <span class="segments" role="group" aria-label="Columns">
                    {offered.map((c) => {
                        const on = columns.some((o) => o.id === c.id);
                        return (
                            <button key={c.id} type="button" aria-pressed={on} onClick={() => setColumns(offered.filter((o) => (o.id === c.id ? !on : columns.includes(o))).map((o) => o.id).join(",") || "none")}>
                                {c.title}
                            </button>
                        );
                    })}
                </span>
                {hottest && (
                    <button type="button" onClick={() => choose(hottest.line)} title={counted ? "Go to the line that executes the most instructions itself" : "Go to the line whose own code takes the most time"}>
                        Hottest line: {hottest.line}
                    </button>
                )}
            </div>
            <div class="source-holder">
                <div class="source-main">
                    <div class="source-head" style={{ gridTemplateColumns: grid }}>
                        {columns.map((c) => (
                            <span key={c.id} class="right">
                                {c.title}
                                <ScaleBox id="source" measure={c.measure} full={fulls[c.id]} narrow={true} title={c.title} />
                            </span>
                        ))}
                        <span class="right">line</span>
                        <span />
                    </div>
                    <div
                        ref={scroller}
                        class="source-text"
                        role="grid"
                        tabIndex={0}
                        aria-label={`Source of ${clean(answer.path)}`}
                        aria-rowcount={lines.length}
                        onScroll={(event) => setView({ scrolled: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight, width: event.currentTarget.clientWidth })}
                        onKeyDown={onKey}
                        onMouseLeave={() => (state.hovered.value = null)}
                    >
                        <div class="source-space" style={{ height: `${lines.length * ROW}px` }}>
                            {lines.slice(first, end).map((line, offset) => {
                                const at = first + offset + 1;
                                const cost = perLine.get(at);
                                const lit = cost?.regions.some((r) => r.region !== null && (r.region === hovered || r.region === state.region.value));
                                const classes = ["source-row", at === wanted ? "marked" : "", lit ? "lit" : "", search && matches(search, line) ? "match" : ""];
                                return (
                                    <div
                                        key={at}
                                        role="row"
                                        aria-rowindex={at}
                                        aria-label={cost ? describe(cost) : undefined}
                                        aria-selected={at === wanted}
                                        class={classes.filter(Boolean).join(" ")}
                                        style={{ top: `${(at - 1) * ROW}px`, gridTemplateColumns: grid }}
                                        onClick={() => choose(at)}
                                        onMouseEnter={() => {
                                            const region = cost?.regions[0]?.region ?? null;
                                            state.hovered.value = region === null ? null : { region };
                                        }}
                                    >
                                        {columns.map((c) => (
                                            <span key={c.id} role="gridcell" class={`cost ${c.id}`}>
                                                {cost && (
                                                    <>
                                                        <i class={(cost[c.id] ?? 0) > fulls[c.id] ? "beyond" : ""} style={{ width: `${Math.min(100, (100 * (cost[c.id] ?? 0)) / fulls[c.id])}%` }} />
                                                        <b class={cost[c.id] === null ? "none" : ""}>{text(c.id, cost)}</b>
                                                    </>
                                                )}
                                            </span>
                                        ))}
                                        <span role="rowheader" class="number">
                                            {at}
                                        </span>
                                        <code role="gridcell">
                                            <Line tokens={split(line, language, carried[at - 1]!).tokens} />
                                        </code>
                                    </div>
                                );
                            })}
                        </div>
                    </div>
                </div>
                <div class="minimap" onPointerDown={jump} onPointerMove={(event) => event.buttons === 1 && jump(event)} title="Heat of the whole file: click to go there">
                    <Canvas label="Minimap of the file's heat" draw={(painter) => paintMap(painter, perLine, lines.length, seen)} />
                </div>
            </div>
            <p class="foot">Arrows move, n and p go to the next and previous line with a cost, Enter selects. A cost belongs to the line where a routine, loop or statement begins; own code: without calls and loops, which have lines of their own.</p>
        </>
    );
}

function Line({ tokens }: { tokens: Token[] }) {
    return (
        <>
            {tokens.map((token) => (token.kind === "plain" ? clean(token.text) : <span class={`t-${token.kind}`}>{clean(token.text)}</span>))}
        </>
    );
}

function sourceSvg(path: string, lines: readonly string[], costs: ReadonlyMap<number, LineCost>, carried: Uint8Array, language: ReturnType<typeof languageOf>): string {
    const colours = ink(dark.value);
    const most = 400;
    const shownLines = lines.slice(0, most);
    const painter = new SvgPainter(1000, 40 + shownLines.length * 16, colours.page, path);
    painter.text(10, 16, clean(path), { colour: colours.text, bold: true });
    const largest = Math.max(1, ...[...costs.values()].map((c) => heatOf(c) ?? 0));
    shownLines.forEach((line, i) => {
        const y = 40 + i * 16;
        const cost = costs.get(i + 1);
        const heat = cost ? heatOf(cost) : null;
        if (heat) {
            painter.rect(10, y - 7, (90 * heat) / largest, 14, levelColour(6, dark.value), 0.5);
            painter.text(100, y, cost!.own === null ? count(heat) : cost!.ownMark + time(heat), { colour: colours.text, size: 10, align: "right" });
        }
        painter.text(150, y, String(i + 1), { colour: colours.faint, size: 10, align: "right" });
        const whole = split(line, language, carried[i]!).tokens.map((t) => t.text).join("");
        painter.text(165, y, clean(whole), { colour: colours.text, size: 11, mono: true });
    });
    return painter.toString();
}

export function Source({ run }: ViewProps) {
    const names = tablesOf(run);
    const files = names?.files ?? [];
    const wanted = state.source.value;
    const file = wanted ? fileNumber(names, wanted.file) : null;
    const answer = useAnswer(`source ${run} ${file ?? ""} ${growth.value} ${part()}`, (): Promise<SourceAnswer | null> => (file === null ? Promise.resolve(null) : getLines(run, file)));
    const overview = useSections(run, "overview");
    useEffect(() => {
        // without a choice, the selected region is shown, or the hottest routine
        if (wanted || !names || names.files.length === 0) return;
        const region = state.region.value;
        const of = region === null ? null : names.regions.file[region];
        if (of !== null && of !== undefined) {
            state.source.value = { file: names.files[of]!, line: names.regions.line[region!] || 1 };
            return;
        }
        if (overview.loading) return;
        const work = (row: Row): number => (row.exclusive === null ? (row.instructions ?? -1) : row.exclusive - (row.loopsTime ?? 0));
        const rows = [...tableRows(overview.value, "loops"), ...tableRows(overview.value, "routines")].filter((row) => fileNumber(names, row.file, row.dir) !== null);
        const hot = rows.reduce<Row | null>((best, row) => (best && work(best) >= work(row) ? best : row), null);
        const file = hot ? fileNumber(names, hot.file, hot.dir)! : 0;
        state.source.value = { file: names.files[file]!, line: hot?.line ?? 1 };
    }, [wanted, names, overview.loading]);
    if (!names) return <Loading what="the names of files" />;
    if (files.length === 0) return <Empty title="No region of this run has a source file.">Build the program with `triptych cc` or `triptych fc`, or with -g.</Empty>;
    const order = files.map((path, i) => ({ path, i })).sort((a, b) => a.path.localeCompare(b.path));
    return (
        <>
            <div class="bar tables">
                <label>
                    file
                    <select aria-label="Source file" value={file === null ? "" : String(file)} onChange={(event) => (state.source.value = { file: files[Number(event.currentTarget.value)]!, line: 1 })}>
                        {file === null && <option value="">{wanted ? clean(wanted.file) : "choose a file"}</option>}
                        {order.map(({ path, i }) => (
                            <option key={i} value={String(i)}>
                                {clean(path)}
                            </option>
                        ))}
                    </select>
                </label>
                {files.length > 1 && files.length <= 8 && (
                    <Segments label="Files" choices={order.map(({ path, i }) => ({ id: String(i), title: clean(path.slice(path.lastIndexOf("/") + 1)), what: clean(path) }))} value={String(file)} onChange={(i) => (state.source.value = { file: files[Number(i)]!, line: 1 })} />
                )}
            </div>
            <PartNote />
            {wanted && file === null ? (
                <Empty title={`${clean(wanted.file)} is not among the source files of this run.`}>Choose another file above.</Empty>
            ) : (
                shownOf(answer, "the source", (value) =>
                    !value || file === null ? (
                        <Loading what="the source" />
                    ) : !value.lines ? (
                        <Empty title={`The archive has no copy of ${clean(value.path)}.`}>The file could not be read when the run ended. Its numbers are in the profile.</Empty>
                    ) : (
                        <>
                            {value.copied === false && (
                                <p class="strip" role="status">
                                    <span>The program is running: this is the file as it is now. The archive keeps a copy when the program ends.</span>
                                </p>
                            )}
                            <Text key={value.path} run={run} file={file} answer={value} />
                        </>
                    ),
                )
            )}
        </>
    );
}
