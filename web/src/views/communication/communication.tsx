// Messages between ranks, their sizes, waits and who caused them, and the critical path.
import { useMemo, useState } from "preact/hooks";
import { Canvas } from "../../draw/Canvas";
import { ink, level, levelColour, textOn } from "../../draw/colours";
import { SvgPainter, type Painter } from "../../draw/painter";
import { roomier } from "../../draw/scale";
import { bytes, clean, count, csv, percent, sized, time } from "../../format";
import { inside, magnified } from "../../magnify";
import { libraryOf, tablesOf } from "../../names";
import { Empty } from "../../parts/states";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { dark } from "../../theme";
import type { ViewProps } from "../../views";
import { Segments, useChoice, useTip, Facts } from "../report/controls";
import { matrixOf, ranksLabel, waitMatrix, type Cell, type Matrix, type MatrixMeasure } from "./matrix";
import { shownPart } from "../report/narrowed";
import { barScale, Meter, useSeen } from "../report/scale_box";
import { savableTable } from "../report/table_svg";
import { num, table, text, type Raw, type Report } from "../report/report";
import { timeOf } from "../report/values";
import { useSections } from "../report/requests";
import { Data, dataWords } from "./data";
import { SourceLink } from "./source_link";
import { Streams } from "./streams";

const PARTS = ["matrix", "data", "sizes", "ranks", "waits", "critical"];
const EDGE = { left: 64, top: 44, right: 12, bottom: 12 };

function geometry(matrix: Matrix, width: number, height: number): { size: number; x: number; y: number } {
    const size = Math.max(1, Math.min((width - EDGE.left - EDGE.right) / matrix.rows, (height - EDGE.top - EDGE.bottom) / matrix.rows, 120 * roomier(height)));
    return { size: size >= 4 ? Math.floor(size) : size, x: EDGE.left, y: EDGE.top };
}

function words(measure: string, cell: Cell): string {
    if (measure === "wait") return time(cell.value);
    return measure === "messages" ? count(cell.value) : bytes(cell.value);
}

function paint(painter: Painter, matrix: Matrix, measure: string, marked: { row: number; column: number } | null, chosen: ReadonlySet<number>): void {
    const colours = ink(dark.value);
    const { size, x, y } = geometry(matrix, painter.width, painter.height);
    const side = size * matrix.rows;
    painter.text(x + side / 2, 10, measure === "wait" ? "waiting rank" : "to rank", { colour: colours.faint, align: "center", size: 11 });
    painter.text(6, y - 12, measure === "wait" ? "cause ↓" : "from ↓", { colour: colours.faint, size: 11 });
    const every = Math.max(1, Math.ceil(18 / size));
    const everyColumn = Math.max(1, Math.ceil(30 / size));
    painter.rect(x, y, side, side, levelColour(0, dark.value), 0.35);
    for (let i = 0; i < matrix.rows; i++) {
        const label = String(i * matrix.merged);
        const rank = chosen.has(i * matrix.merged);
        if (i % every === 0) painter.text(x - 8, y + (i + 0.5) * size, label, { colour: rank ? colours.text : colours.faint, align: "right", size: 11, bold: rank });
        if (i % everyColumn === 0) painter.text(x + (i + 0.5) * size, y - 12, label, { colour: rank ? colours.text : colours.faint, align: "center", size: 11, bold: rank });
    }
    for (const cell of matrix.cells) {
        const colour = levelColour(Math.max(1, level(matrix.largest > 0 && cell.value > 0 ? cell.value / matrix.largest : 0)), dark.value);
        const cx = x + (cell.target / matrix.merged) * size;
        const cy = y + (cell.source / matrix.merged) * size;
        const gap = size > 8 ? 1 : 0;
        painter.rect(cx, cy, size - gap, size - gap, colour);
        if (size >= 52) painter.text(cx + size / 2, cy + size / 2, words(measure, cell), { colour: textOn(colour), align: "center", size: 11, most: size - 6 });
    }
    if (marked) {
        painter.rect(x, y + marked.row * size, side, size, colours.mark, 0.06);
        painter.rect(x + marked.column * size, y, size, side, colours.mark, 0.06);
        painter.frame(x + marked.column * size, y + marked.row * size, size, size, colours.mark, 2);
    }
    painter.frame(x - 0.5, y - 0.5, side + 1, side + 1, colours.line);
}

/** A condition that a rank is one of those of a row or column. */
function ranksCondition(what: string, first: number, matrix: Matrix): string {
    const last = Math.min(matrix.ranks, first + matrix.merged) - 1;
    return last > first ? `${what} >= ${first} && ${what} <= ${last}` : `${what} == ${first}`;
}

function MatrixView({ report, ranks, run }: { report: Report; ranks: number; run: number }) {
    const [measure, setMeasure] = useChoice("communication.measure", "bytes", ["bytes", "messages", "mean_bytes", "wait"]);
    const [marked, setMarked] = useState<{ row: number; column: number } | null>(null);
    const [size, setSize] = useState({ width: 600, height: 400 });
    const tip = useTip();
    const most = Math.max(16, Math.floor(Math.min(size.width - EDGE.left - EDGE.right, size.height - EDGE.top - EDGE.bottom) / 3));
    const raws = measure === "wait" ? table(report, "comm_waits") : table(report, "comm_matrix");
    const matrix = useMemo(() => (measure === "wait" ? waitMatrix(raws, ranks, most) : matrixOf(raws, ranks, measure as MatrixMeasure, most)), [raws, ranks, measure, most]);
    const names = tablesOf(run);
    const chosen = useMemo(() => new Set((state.lanes.value ?? []).map((lane) => names?.lanes.rank[lane] ?? -1)), [state.lanes.value, names]);
    const cellAt = (row: number, column: number): Cell | undefined => matrix.cells.find((c) => c.source === row * matrix.merged && c.target === column * matrix.merged);
    const label = (row: number, column: number): string => {
        const cell = cellAt(row, column);
        const from = ranksLabel(row * matrix.merged, matrix.merged, matrix.ranks);
        const to = ranksLabel(column * matrix.merged, matrix.merged, matrix.ranks);
        if (measure === "wait") return cell ? `${to} waited ${time(cell.bytes)} because of ${from}, ${count(cell.messages)} visits` : `${to} did not wait because of ${from}`;
        return cell ? `from ${from} to ${to}: ${count(cell.messages)} messages, ${sized(cell.bytes)}${cell.data ? `, mostly of ${clean(cell.data)}` : ""}` : `from ${from} to ${to}: no messages`;
    };
    const find = (event: MouseEvent): { row: number; column: number } | null => {
        const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
        const g = geometry(matrix, box.width / magnified.value, box.height / magnified.value);
        const at = inside(event, box);
        const row = Math.floor((at.y - g.y) / g.size);
        const column = Math.floor((at.x - g.x) / g.size);
        return row >= 0 && column >= 0 && row < matrix.rows && column < matrix.rows ? { row, column } : null;
    };
    const choose = (at: { row: number; column: number } | null): void => {
        if (!at) return;
        const from = at.row * matrix.merged;
        const to = at.column * matrix.merged;
        const among = (rank: number | null, first: number): boolean => rank !== null && rank >= first && rank < first + matrix.merged;
        const lanes = names?.lanes.rank.flatMap((rank, lane) => (among(rank, from) || among(rank, to) ? [lane] : [])) ?? [];
        if (lanes.length > 0) state.lanes.value = lanes;
        const cell = cellAt(at.row, at.column);
        state.detail.value = {
            title: measure === "wait" ? `${ranksLabel(to, matrix.merged, matrix.ranks)}, because of ${ranksLabel(from, matrix.merged, matrix.ranks)}` : `${ranksLabel(from, matrix.merged, matrix.ranks)} to ${ranksLabel(to, matrix.merged, matrix.ranks)}`,
            kind: measure === "wait" ? "waits" : "messages",
            rows: !cell
                ? [{ name: "messages", value: "none" }]
                : measure === "wait"
                  ? [{ name: "waited", value: time(cell.bytes) }, { name: "visits", value: count(cell.messages) }]
                  : [
                        { name: "messages", value: count(cell.messages) },
                        { name: "bytes", value: bytes(cell.bytes) },
                        { name: "mean size", value: cell.messages > 0 ? bytes(cell.bytes / cell.messages) : "–" },
                        { name: "mostly of", value: dataWords(cell.data) },
                        ...(cell.unmatched > 0 ? [{ name: "not matched", value: count(cell.unmatched) }] : []),
                    ],
            only: measure === "wait" ? `${ranksCondition("e.rank", to, matrix)} && e.type == COMM` : `(${ranksCondition("e.rank", from, matrix)} && ${ranksCondition("e.target.rank", to, matrix)}) || (${ranksCondition("e.rank", to, matrix)} && ${ranksCondition("e.source.rank", from, matrix)})`,
        };
    };
    const onKey = (event: KeyboardEvent): void => {
        const at = marked ?? { row: 0, column: 0 };
        const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
        const step = steps[event.key];
        if (step) setMarked({ row: Math.min(matrix.rows - 1, Math.max(0, at.row + (marked ? step[0] : 0))), column: Math.min(matrix.rows - 1, Math.max(0, at.column + (marked ? step[1] : 0))) });
        else if (event.key === "Enter") choose(at);
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    const title = measure === "wait" ? "Waits by causing and waiting rank" : `Messages between ranks: ${measure === "mean_bytes" ? "mean size" : measure}`;
    useSavable("communication", {
        name: `matrix-${measure}`,
        svg: () => {
            const painter = new SvgPainter(900, 760, ink(dark.value).page, title);
            paint(painter, matrix, measure, null, new Set());
            return painter.toString();
        },
        csv: () => csv(measure === "wait" ? ["cause_rank", "rank", "visits", "time_ns"] : ["source", "target", "messages", "bytes", "data"], raws.map((r) => (measure === "wait" ? [r["cause_rank"], r["rank"], r["visits"], r["time_ns"]] : [r["source"], r["target"], r["messages"], r["bytes"], r["data"]]))),
    });
    const has = (name: string): boolean => table(report, name).length > 0;
    return (
        <>
            <div class="bar">
                <Segments
                    label="Measure of the matrix"
                    choices={[
                        { id: "bytes", title: "Bytes" },
                        { id: "messages", title: "Messages" },
                        { id: "mean_bytes", title: "Mean size" },
                        ...(has("comm_waits") ? [{ id: "wait", title: "Waits", what: "Who waited because of whom" }] : []),
                    ]}
                    value={measure}
                    onChange={setMeasure}
                />
                <span class={matrix.cells.length > 0 ? "legend" : "hidden"} aria-label="Scale">
                    0
                    {Array.from({ length: 10 }, (_, i) => (
                        <i style={{ background: levelColour(i, dark.value) }} />
                    ))}
                    {words(measure, { value: matrix.largest } as Cell)}
                </span>
                {matrix.merged > 1 && <span class="found">each row stands for {matrix.merged} ranks</span>}
            </div>
            {raws.length === 0 ? (
                <Empty title={measure === "wait" ? "No rank waited for another." : "No message between two ranks is known."}>
                    `triptych run --events=comm` logs which rank sends to which. Collective operations are among the call sites.
                </Empty>
            ) : (
                <div class="fill matrix-fill">
                    <Canvas
                        label={marked ? label(marked.row, marked.column) : `${title}, ${matrix.ranks} ranks`}
                        draw={(painter) => paint(painter, matrix, measure, marked, chosen)}
                        onSize={(width, height) => setSize({ width, height })}
                        onKey={onKey}
                        cursor="crosshair"
                        events={{
                            mousemove: (event) => {
                                const at = find(event);
                                setMarked(at);
                                if (at) tip.show(event, <Facts title={label(at.row, at.column)} rows={[]} />);
                                else tip.hide();
                            },
                            mouseleave: () => {
                                setMarked(null);
                                tip.hide();
                            },
                            click: (event) => choose(find(event)),
                        }}
                    />
                    <table class="hidden" aria-label={title}>
                        <tbody>
                            {matrix.cells.slice(0, 4096).map((cell) => (
                                <tr>
                                    <td>{label(cell.source / matrix.merged, cell.target / matrix.merged)}</td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </div>
            )}
            {tip.node}
        </>
    );
}

function Sizes({ rows }: { rows: Raw[] }) {
    useSavable("communication", savableTable("message-sizes", "Message sizes", rows));
    const { ref, seen, onScroll } = useSeen("tbody tr", rows.length);
    const messages = barScale("communication.sizes", "visits", rows.map((raw) => num(raw["messages"])), seen, "messages");
    const all = barScale("communication.sizes", "bytes", rows.map((raw) => num(raw["bytes"])), seen);
    if (rows.length === 0) return <Empty title="No messages were logged.">`triptych run --events=comm` logs them.</Empty>;
    return (
        <div class="scroll pad" ref={ref} onScroll={onScroll}>
            <table class="list" aria-label="Message sizes">
                <thead>
                    <tr>
                        <th>size</th>
                        <th class="right">messages</th>
                        <th class="share">
                            <span class="bar-title">share of the messages{messages.box}</span>
                        </th>
                        <th class="right">bytes</th>
                        <th class="share">
                            <span class="bar-title">share of the bytes{all.box}</span>
                        </th>
                    </tr>
                </thead>
                <tbody>
                    {rows.map((raw) => (
                        <tr>
                            <td class="strong">
                                {bytes(num(raw["from"]))} to {bytes(num(raw["to"]))}
                            </td>
                            <td class="right">{count(num(raw["messages"]) ?? 0)}</td>
                            <td class="share">
                                <Meter bar={messages.bar(num(raw["messages"]))} />
                                {percent(num(raw["percent"]))}
                            </td>
                            <td class="right">{bytes(num(raw["bytes"]))}</td>
                            <td class="share">
                                <Meter bar={all.bar(num(raw["bytes"]))} tone="bytes" />
                                {percent(num(raw["bytes_percent"]))}
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

function Waits({ report, run }: { report: Report; run: number }) {
    useSavable("communication", savableTable("waits", "Waits between ranks", table(report, "comm_waits")));
    const kinds = table(report, "comm_kinds");
    const doing = table(report, "comm_doing");
    const waits = table(report, "comm_waits").slice(0, 200);
    const { ref, seen, onScroll } = useSeen("tr.kind", kinds.length);
    const scale = barScale("communication.waits", "time", kinds.map((raw) => num(raw["time_ns"])), seen, "waits");
    if (kinds.length === 0 && waits.length === 0)
        return <Empty title="No waits between ranks are known.">`triptych run --events=comm` logs messages, from which waits and their causes follow.</Empty>;
    const mark = (raw: Raw): string => (raw["at_least"] === true ? "≥" : "");
    return (
        <div class="scroll pad" ref={ref} onScroll={onScroll}>
            <h3>Kinds of waits</h3>
            <table class="list" aria-label="Kinds of waits">
                <thead>
                    <tr>
                        <th>kind</th>
                        <th>meaning</th>
                        <th class="right">visits</th>
                        <th class="right">time</th>
                        <th class="share">
                            <span class="bar-title">share{scale.box}</span>
                        </th>
                    </tr>
                </thead>
                <tbody>
                    {kinds.map((raw) => (
                        <tr class="kind">
                            <td class="strong">{clean(text(raw["kind"]))}</td>
                            <td class="faint">{clean(text(raw["meaning"]))}</td>
                            <td class="right">{count(num(raw["visits"]) ?? 0)} visits</td>
                            <td class="right">{mark(raw) + time(num(raw["time_ns"]))}</td>
                            <td class="share">
                                <Meter bar={scale.bar(num(raw["time_ns"]))} tone="wait" />
                                {percent(num(raw["percent"]))}
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
            <h3>What ranks did while others waited for them</h3>
            <table class="list" aria-label="Causes of waits">
                <thead>
                    <tr>
                        <th>doing</th>
                        <th>late to</th>
                        <th>source</th>
                        <th class="right">worst rank</th>
                        <th class="right">waits</th>
                        <th class="right">time</th>
                        <th class="right">%</th>
                    </tr>
                </thead>
                <tbody>
                    {doing.map((raw) => (
                        <tr>
                            <td class="strong wide">{clean(text(raw["doing"]))}</td>
                            <td>{clean([text(raw["cause_function"]), text(raw["cause_routine"]) && `of ${text(raw["cause_routine"])}`].filter(Boolean).join(" "))}</td>
                            <td>
                                <SourceLink run={run} file={text(raw["cause_file"])} line={num(raw["cause_line"])} />
                            </td>
                            <td class="right">{num(raw["worst_rank"]) === null ? "–" : `rank ${num(raw["worst_rank"])}`}</td>
                            <td class="right">{count(num(raw["visits"]) ?? 0)}</td>
                            <td class="right">{mark(raw) + time(num(raw["time_ns"]))}</td>
                            <td class="right">{percent(num(raw["percent"]))}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
            <h3>Who waited for whom</h3>
            <table class="list" aria-label="Waits">
                <thead>
                    <tr>
                        <th>rank</th>
                        <th>waited in</th>
                        <th>source</th>
                        <th>because of</th>
                        <th>data</th>
                        <th>which was in</th>
                        <th>kind</th>
                        <th class="right">visits</th>
                        <th class="right">time</th>
                        <th class="right">%</th>
                    </tr>
                </thead>
                <tbody>
                    {waits.map((raw) => (
                        <tr>
                            <td class="strong keep">{num(raw["rank"]) === null ? "–" : `rank ${num(raw["rank"])}`}</td>
                            <td>{clean([text(raw["function"]), text(raw["routine"]) && `of ${text(raw["routine"])}`].filter(Boolean).join(" "))}</td>
                            <td>
                                <SourceLink run={run} file={text(raw["file"])} line={num(raw["line"])} />
                            </td>
                            <td class="strong keep">{num(raw["cause_rank"]) === null ? "–" : `rank ${num(raw["cause_rank"])}`}</td>
                            <td>{text(raw["data"]) && <code>{clean(text(raw["data"]))}</code>}</td>
                            <td class="wide">{clean(text(raw["doing"]))}</td>
                            <td class="keep">{clean(text(raw["kind"]))}</td>
                            <td class="right">{count(num(raw["visits"]) ?? 0)}</td>
                            <td class="right">{mark(raw) + time(num(raw["time_ns"]))}</td>
                            <td class="right">{percent(num(raw["percent"]))}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
            {table(report, "comm_waits").length > waits.length && <p class="faint">{count(table(report, "comm_waits").length - waits.length)} more are in `triptych report --mpi`.</p>}
        </div>
    );
}

function plural(number: number, one: string, several: string): string {
    return `${count(number)} ${number === 1 ? one : several}`;
}

function Critical({ report, run }: { report: Report; run: number }) {
    useSavable("communication", savableTable("critical-path", "Critical path", table(report, "critical_path")));
    const head = table(report, "critical")[0];
    const parts = table(report, "critical_path");
    const places = table(report, "critical_places");
    const { ref, seen, onScroll } = useSeen("tr.part", parts.length);
    const scale = barScale("communication.critical", "time", parts.map((raw) => num(raw["time_ns"])), seen, "the path");
    const ranks = barScale("communication.critical.ranks", "time", places.map((raw) => num(raw["time_ns"])), { topmost: 0, end: places.length }, "ranks on the path");
    if (!head || text(head["state"]) !== "known")
        return <Empty title={head && text(head["sentence"]) ? `The critical path is not known: ${clean(text(head["sentence"]))}.` : "The critical path is not known."}>`triptych run --events=comm,routines` logs what it needs.</Empty>;
    return (
        <div class="scroll pad" ref={ref} onScroll={onScroll}>
            <p>
                The critical path takes <b>{time(num(head["time_ns"]))}</b> in {plural(num(head["stretches"]) ?? 0, "stretch", "stretches")}: what makes the run as long as it is.
            </p>
            <h3 class="bar-title">Ranks on the path{ranks.box}</h3>
            <table class="list" aria-label="Ranks on the critical path">
                <tbody>
                    {places.map((raw) => (
                        <tr>
                            <td class="strong">{num(raw["rank"]) === null ? `place ${num(raw["place"])}` : `rank ${num(raw["rank"])}`}</td>
                            <td class="right">{time(num(raw["time_ns"]))}</td>
                            <td class="share">
                                <Meter bar={ranks.bar(num(raw["time_ns"]))} />
                                {percent(num(raw["percent"]))}
                            </td>
                            <td class="right faint">{plural(num(raw["stretches"]) ?? 0, "stretch", "stretches")}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
            <h3>Regions on the path</h3>
            <table class="list" aria-label="Regions on the critical path">
                <thead>
                    <tr>
                        <th>region</th>
                        <th>source</th>
                        <th class="right">on the path</th>
                        <th class="share">
                            <span class="bar-title">share of the path{scale.box}</span>
                        </th>
                        <th class="right">mean of a rank</th>
                        <th class="right">mostly on</th>
                    </tr>
                </thead>
                <tbody>
                    {parts.map((raw) => (
                        <tr class="part">
                            <td class="strong">{clean(text(raw["where"]))}</td>
                            <td>
                                <SourceLink run={run} file={text(raw["file"])} line={num(raw["line"])} />
                            </td>
                            <td class="right">{time(num(raw["time_ns"]))}</td>
                            <td class="share">
                                <Meter bar={scale.bar(num(raw["time_ns"]))} tone="wait" />
                                {percent(num(raw["percent"]))}
                            </td>
                            <td class="right">{num(raw["mean_ns"]) === null ? "–" : time(num(raw["mean_ns"]))}</td>
                            <td class="right">{num(raw["rank"]) === null ? "–" : `rank ${num(raw["rank"])}`}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

function Ranks({ report, library }: { report: Report; library: string }) {
    useSavable("communication", savableTable("mpi-ranks", `${library} time of each rank`, table(report, "comm_ranks")));
    const rows = table(report, "comm_ranks");
    const { ref, seen, onScroll } = useSeen("tbody tr", rows.length);
    const scale = barScale("communication.ranks", "time", rows.map((raw) => num(raw["time_ns"])), seen, `time in ${library}`);
    if (rows.length === 0) return <Empty title={`No rank called ${library}.`} />;
    return (
        <div class="scroll pad" ref={ref} onScroll={onScroll}>
            <table class="list" aria-label={`${library} time of each rank`}>
                <thead>
                    <tr>
                        <th>rank</th>
                        <th class="right">visits</th>
                        <th class="right">bytes</th>
                        <th class="right">time in {library}</th>
                        <th class="share">
                            <span class="bar-title">time and share of its time{scale.box}</span>
                        </th>
                    </tr>
                </thead>
                <tbody>
                    {rows.map((raw) => (
                        <tr>
                            <td class="strong">{num(raw["rank"]) === null ? "all" : `rank ${num(raw["rank"])}`}</td>
                            <td class="right">{count(num(raw["visits"]) ?? 0)}</td>
                            <td class="right">{bytes(num(raw["bytes"]))}</td>
                            <td class="right">{timeOf(raw)}</td>
                            <td class="share">
                                <Meter bar={scale.bar(num(raw["time_ns"]))} tone="wait" />
                                {percent(num(raw["percent"]))}
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

export function Communication({ run }: ViewProps) {
    return tablesOf(run)?.script ? <Streams run={run} /> : <Messages run={run} />;
}

function Messages({ run }: { run: number }) {
    const [part, setPart] = useChoice("communication.part", "matrix", PARTS);
    const answer = useSections(run, "communication");
    const library = libraryOf(tablesOf(run));
    return shownPart(answer, "the communication", (report) => {
        const ranks = table(report, "places").filter((raw) => num(raw["rank"]) !== null).length;
        if (ranks === 0 && table(report, "comm_sites").length === 0)
            return <Empty title="This run has no ranks.">Start the program with `triptych run mpirun -n 4 ./program` to see its messages.</Empty>;
        return (
            <>
                <div class="bar tables">
                    <Segments
                        label="Parts of communication"
                        choices={[
                            { id: "matrix", title: "Matrix", what: "Who sends to whom" },
                            { id: "data", title: "Data", what: "Which data messages carry" },
                            { id: "sizes", title: "Message sizes" },
                            { id: "ranks", title: "Ranks", what: `Time in ${library} of each rank` },
                            { id: "waits", title: "Waits", what: "Waits and who caused them" },
                            { id: "critical", title: "Critical path", what: "What makes the run as long as it is" },
                        ]}
                        value={part}
                        onChange={setPart}
                    />
                </div>
                {part === "matrix" && <MatrixView report={report} ranks={ranks} run={run} />}
                {part === "data" && <Data report={report} run={run} />}
                {part === "sizes" && <Sizes rows={table(report, "comm_sizes")} />}
                {part === "ranks" && <Ranks report={report} library={library} />}
                {part === "waits" && <Waits report={report} run={run} />}
                {part === "critical" && <Critical report={report} run={run} />}
            </>
        );
    });
}
