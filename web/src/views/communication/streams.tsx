// The streams of a script: what each task wrote, and which task read it.
import { getQuery } from "../../api";
import { bytes, clean, count, counted } from "../../format";
import { tablesOf } from "../../names";
import { quoted } from "../../parts/only";
import { Empty, Failed, Loading, useAnswer } from "../../parts/states";
import { growth } from "../../run";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { barScale, Meter, useSeen } from "../report/scale_box";
import { savableTable } from "../report/table_svg";

export interface Flow {
    writer: string;
    stream: string;
    reader: string;
    from: number | null; // node
    to: number | null;
    messages: number;
    bytes: number;
}

const QUERY = "messages.groupBy(writer: m -> m.send.path, reader: m -> m.receive.path, from: m -> m.sourceRank, to: m -> m.targetRank).aggregate(messages: count(), bytes: sum(m -> m.bytes))";

/** A task and the stream that it writes or reads: "sort/write stream 2". */
export function splitPath(path: string): { task: string; stream: string } {
    const found = /^(.*)\/(?:write|read) (.*)$/s.exec(path);
    return found ? { task: found[1]!, stream: found[2]! } : { task: path, stream: "" };
}

/** What flowed between tasks, the largest first. */
export function flowsOf(rows: readonly (readonly unknown[])[]): Flow[] {
    const node = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
    return rows
        .map((row) => {
            const writer = splitPath(String(row[0] ?? ""));
            const reader = splitPath(String(row[1] ?? ""));
            return { writer: writer.task, stream: writer.stream || reader.stream, reader: reader.task, from: node(row[2]), to: node(row[3]), messages: Number(row[4] ?? 0), bytes: Number(row[5] ?? 0) };
        })
        .sort((a, b) => b.bytes - a.bytes || a.writer.localeCompare(b.writer));
}

function choose(flow: Flow): void {
    state.detail.value = {
        title: `${clean(flow.writer)} to ${clean(flow.reader)}`,
        kind: "stream",
        rows: [
            { name: "stream", value: clean(flow.stream) },
            { name: "written by", value: clean(flow.writer) },
            { name: "read by", value: clean(flow.reader) },
            { name: "pairs of tasks", value: count(flow.messages) },
            { name: "bytes", value: bytes(flow.bytes) },
        ],
        only: `e.name in [${[...new Set([flow.writer, flow.reader])].map(quoted).join(", ")}]`,
    };
}

export function Streams({ run }: { run: number }) {
    const names = tablesOf(run);
    const answer = useAnswer(`streams ${run} ${growth.value}`, async () => flowsOf((await getQuery(run, QUERY)).rows));
    const flows = answer.value ?? [];
    const several = (names?.places?.number.length ?? 1) > 1;
    useSavable("communication", savableTable("streams", "Streams", flows as unknown as Record<string, unknown>[]));
    const { ref, seen, onScroll } = useSeen("tbody tr", flows.length);
    const scale = barScale("communication.streams", "bytes", flows.map((flow) => flow.bytes), seen, "bytes");
    if (answer.error) return <Failed error={answer.error} />;
    if (!answer.value) return <Loading what="the streams" />;
    if (flows.length === 0) return <Empty title="No task read what another one wrote.">Streams connect tasks: `a {">>"} b` in the script.</Empty>;
    return (
        <div class="scroll pad" ref={ref} onScroll={onScroll}>
            <p>
                {counted(new Set(flows.map((flow) => flow.stream)).size, "stream")} carried {bytes(flows.reduce((sum, flow) => sum + flow.bytes, 0))} from tasks to tasks.
            </p>
            <table class="list" aria-label="Streams">
                <thead>
                    <tr>
                        <th>written by</th>
                        {several && <th>on</th>}
                        <th>stream</th>
                        <th>read by</th>
                        {several && <th>on</th>}
                        <th class="right">pairs of tasks</th>
                        <th class="right">bytes</th>
                        <th class="share">
                            <span class="bar-title">share of the bytes{scale.box}</span>
                        </th>
                    </tr>
                </thead>
                <tbody>
                    {flows.map((flow) => (
                        <tr>
                            <td class="strong">
                                <button type="button" class="link" onClick={() => choose(flow)}>
                                    {clean(flow.writer)}
                                </button>
                            </td>
                            {several && <td class="faint">{flow.from === null ? "" : `node ${flow.from}`}</td>}
                            <td>{clean(flow.stream)}</td>
                            <td class="strong">{clean(flow.reader)}</td>
                            {several && <td class="faint">{flow.to === null ? "" : `node ${flow.to}`}</td>}
                            <td class="right">{count(flow.messages)}</td>
                            <td class="right">{bytes(flow.bytes)}</td>
                            <td class="share">
                                <Meter bar={scale.bar(flow.bytes)} tone="bytes" />
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}
