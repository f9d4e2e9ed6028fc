// Which data the messages carry, and the call sites that send and receive them.
import { bytes, clean, count, percent } from "../../format";
import { quoted } from "../../parts/only";
import { Empty } from "../../parts/states";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { num, table, text, type Raw, type Report } from "../report/report";
import { barScale, Meter, useSeen } from "../report/scale_box";
import { savableTable } from "../report/table_svg";
import { SourceLink } from "./source_link";

/** The data of a call or message, as the source writes them. */
export function dataWords(raw: unknown): string {
    return text(raw) ? clean(text(raw)) : "not known";
}

function DataCell({ raw }: { raw: unknown }) {
    return text(raw) ? <code>{clean(text(raw))}</code> : <span class="faint">not known</span>;
}

function condition(raw: Raw): string | undefined {
    const parts = [
        text(raw["data"]) && `e.region.data == ${quoted(text(raw["data"]))}`,
        text(raw["received_data"]) && `e.region.receivedData == ${quoted(text(raw["received_data"]))}`,
    ].filter(Boolean);
    return parts.length > 0 ? parts.join(" || ") : undefined;
}

function choose(raw: Raw): void {
    const only = condition(raw);
    state.detail.value = {
        title: dataWords(raw["data"]),
        kind: "data of messages",
        rows: [
            { name: "sent", value: dataWords(raw["data"]) },
            { name: "received as", value: dataWords(raw["received_data"]) },
            { name: "messages", value: count(num(raw["messages"]) ?? 0) },
            { name: "bytes", value: bytes(num(raw["bytes"])) },
            { name: "mean size", value: bytes(num(raw["mean_bytes"])) },
        ],
        ...(only ? { only } : {}),
    };
}

function Messages({ rows }: { rows: Raw[] }) {
    const scale = barScale("communication.data", "bytes", rows.map((raw) => num(raw["bytes"])), { topmost: 0, end: rows.length }, "bytes");
    return (
        <table class="list" aria-label="Data of messages">
            <thead>
                <tr>
                    <th>sent</th>
                    <th>received as</th>
                    <th class="right">messages</th>
                    <th class="right">bytes</th>
                    <th class="share">
                        <span class="bar-title">share of the bytes{scale.box}</span>
                    </th>
                    <th class="right">mean size</th>
                </tr>
            </thead>
            <tbody>
                {rows.map((raw) => (
                    <tr>
                        <td class="strong">
                            <button type="button" class="link" onClick={() => choose(raw)}>
                                <DataCell raw={raw["data"]} />
                            </button>
                        </td>
                        <td>
                            <DataCell raw={raw["received_data"]} />
                        </td>
                        <td class="right">{count(num(raw["messages"]) ?? 0)}</td>
                        <td class="right">{bytes(num(raw["bytes"]))}</td>
                        <td class="share">
                            <Meter bar={scale.bar(num(raw["bytes"]))} tone="bytes" />
                            {percent(num(raw["percent"]))}
                        </td>
                        <td class="right">{bytes(num(raw["mean_bytes"]))}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Sites({ rows, run }: { rows: Raw[]; run: number }) {
    return (
        <table class="list" aria-label="Data of call sites">
            <thead>
                <tr>
                    <th>call</th>
                    <th>sends</th>
                    <th>receives</th>
                    <th>source</th>
                    <th class="right">visits</th>
                    <th class="right">bytes</th>
                </tr>
            </thead>
            <tbody>
                {rows.map((raw) => (
                    <tr>
                        <td class="strong">{clean([text(raw["function"]), text(raw["routine"]) && `of ${text(raw["routine"])}`].filter(Boolean).join(" "))}</td>
                        <td>{text(raw["data"]) && <code>{clean(text(raw["data"]))}</code>}</td>
                        <td>{text(raw["received_data"]) && <code>{clean(text(raw["received_data"]))}</code>}</td>
                        <td>
                            <SourceLink run={run} file={text(raw["file"])} line={num(raw["line"])} />
                        </td>
                        <td class="right">{count(num(raw["visits"]) ?? 0)}</td>
                        <td class="right">{bytes(num(raw["bytes"]))}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

export function Data({ report, run }: { report: Report; run: number }) {
    const rows = table(report, "comm_data");
    const sites = table(report, "comm_sites").filter((raw) => text(raw["data"]) || text(raw["received_data"]));
    const { ref, onScroll } = useSeen("tbody tr", rows.length);
    useSavable("communication", rows.length > 0 ? savableTable("message-data", "Data of messages", rows) : savableTable("call-site-data", "Data of call sites", sites));
    if (rows.length === 0 && sites.length === 0)
        return <Empty title="The data of the calls are not known.">They are read from the source: build the program with -g, and keep its source where the compiler read it.</Empty>;
    return (
        <div class="scroll pad" ref={ref} onScroll={onScroll}>
            <h3>Data of messages</h3>
            {rows.length > 0 ? <Messages rows={rows} /> : <p class="faint">No messages were logged: `triptych run --events=comm` logs them.</p>}
            <h3>Data of call sites</h3>
            {sites.length > 0 ? <Sites rows={sites} run={run} /> : <p class="faint">They are not known: build the program with -g, and keep its source where the compiler read it.</p>}
        </div>
    );
}
