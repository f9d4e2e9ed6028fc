// A result table: sorted by a click on a column's name, copied, downloaded.
import { useMemo, useState } from "preact/hooks";
import { path } from "../api";
import { saveText } from "../draw/save";
import { bytes, clean, count, csv, number, shorten, time } from "../format";
import { laneLabel, regionName, tablesOf } from "../names";
import { notice } from "../parts/notice";
import { pick } from "../parts/detail";
import { regionDetail } from "../parts/things";
import * as state from "../state";
import type { Cell, QueryAnswer, QueryColumn } from "../types";

const SHOWN = 500; // rows on screen

/** A cell in words: times and bytes with units, rows of other tables by name. */
export function cellWords(cell: Cell, column: QueryColumn, run: number): string {
    if (cell === null) return "";
    if (typeof cell === "number") {
        if (column.unit === "ns") return time(cell);
        if (column.unit === "bytes") return bytes(cell);
        if (column.of === "regions") return regionName(tablesOf(run), cell);
        if (column.of === "lanes") return laneLabel(tablesOf(run), cell);
        return Number.isInteger(cell) ? count(cell) : number(cell);
    }
    return typeof cell === "boolean" ? String(cell) : shorten(cell, 120);
}

/** Orders cells: numbers by size, texts by letters, absent ones last. */
export function compareCells(a: Cell, b: Cell): number {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    if (typeof a === "number" && typeof b === "number") return a - b;
    return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

/** Columns that have a value somewhere. */
function filled(answer: QueryAnswer): number[] {
    return answer.columns.map((_, i) => i).filter((i) => answer.rows.length === 0 || answer.rows.some((row) => row[i] !== null));
}

export function Result({ answer, query, run }: { answer: QueryAnswer; query: string; run: number }) {
    const [order, setOrder] = useState<{ column: number; down: boolean } | null>(null);
    const rows = useMemo(() => {
        if (!order) return answer.rows;
        const sign = order.down ? -1 : 1;
        return [...answer.rows].sort((a, b) => {
            const x = a[order.column] ?? null;
            const y = b[order.column] ?? null;
            return x === null || y === null ? compareCells(x, y) : sign * compareCells(x, y);
        });
    }, [answer, order]);
    const columns = filled(answer);
    const copy = async () => {
        const text = [columns.map((i) => answer.columns[i]!.name), ...rows.map((row) => columns.map((i) => (row[i] === null ? "" : clean(String(row[i])))))].map((line) => line.join("\t")).join("\n");
        try {
            await navigator.clipboard.writeText(text);
            notice(`${count(rows.length)} rows are in the clipboard.`);
        } catch {
            notice("The browser does not allow copying here: download the table.", true);
        }
    };
    const download = async () => {
        if (!answer.more) {
            saveText("result.csv", csv(answer.columns.map((c) => c.name), rows), "text/csv");
            return;
        }
        try {
            const got = await fetch(path(`/api/${run}/query`, { q: query, format: "csv", limit: 1_000_000 }), { credentials: "same-origin" });
            saveText("result.csv", await got.text(), "text/csv");
        } catch (error) {
            notice((error as Error).message, true);
        }
    };
    return (
        <div class="result">
            <div class="result-bar">
                <span>
                    {answer.more ? `the first ${count(answer.rows.length)} rows` : `${count(answer.rows.length)} row${answer.rows.length === 1 ? "" : "s"}`}
                    {answer.rows.length > SHOWN ? `, ${count(SHOWN)} shown` : ""}
                    {columns.length < answer.columns.length ? `, ${answer.columns.length - columns.length} columns without a value are left out` : ""}
                </span>
                <button type="button" onClick={() => void copy()}>
                    Copy
                </button>
                <button type="button" onClick={() => void download()}>
                    Download CSV
                </button>
            </div>
            <table class="grid">
                <thead>
                    <tr>
                        {columns.map((i) => (
                            <th aria-sort={order?.column === i ? (order.down ? "descending" : "ascending") : "none"}>
                                <button type="button" class="plain" onClick={() => setOrder({ column: i, down: order?.column === i ? !order.down : typeof answer.rows[0]?.[i] === "number" })}>
                                    {answer.columns[i]!.name}
                                    {order?.column === i ? (order.down ? " ▼" : " ▲") : ""}
                                </button>
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {rows.slice(0, SHOWN).map((row) => (
                        <tr tabIndex={0} onClick={() => choose(answer, row, run)} onKeyDown={(event) => event.key === "Enter" && choose(answer, row, run)}>
                            {columns.map((i) => (
                                <td class={typeof row[i] === "number" && !answer.columns[i]!.of ? "number" : ""}>{cellWords(row[i] ?? null, answer.columns[i]!, run)}</td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

/** Selects what a row of the result is about: its region, lane and time. */
function choose(answer: QueryAnswer, row: Cell[], run: number): void {
    const value = (name: string): number | undefined => {
        const at = answer.columns.findIndex((column) => column.name === name);
        const cell = at < 0 ? null : row[at];
        return typeof cell === "number" ? cell : undefined;
    };
    const from = value("startTime");
    const to = value("finishTime");
    const region = value("region");
    if (from !== undefined && to !== undefined) state.selectedTime.value = { from, to };
    if (region !== undefined) pick({ region });
    if (from !== undefined) pick({ time: from });
    const rows = answer.columns.map((column, i) => ({ name: column.name, value: cellWords(row[i] ?? null, column, run) })).filter((line) => line.value !== "");
    state.detail.value = region !== undefined ? { ...regionDetail(tablesOf(run), region), rows } : { title: "Row of the result", rows };
    state.detailOpen.value = true;
}
