// The rank by rank matrix of messages.
import { num, text, type Raw } from "../report/report";

export type MatrixMeasure = "bytes" | "messages" | "mean_bytes" | "wait";

export interface Cell {
    source: number; // first rank of the row
    target: number;
    value: number; // NaN: not known
    messages: number;
    bytes: number; // NaN: those of some messages are not known
    unmatched: number;
    data: string; // that most of the bytes are of; "": not known
    most: number; // bytes of the pair of ranks that this data is of
}

export interface Matrix {
    ranks: number; // of the run
    rows: number; // drawn: fewer than ranks where several share a row
    merged: number; // ranks per row
    cells: Cell[]; // only those that have messages
    largest: number;
}

/** Builds the matrix; more than `most` ranks are merged, `merged` of them in each row and column. */
export function matrixOf(raws: readonly Raw[], ranks: number, measure: MatrixMeasure, most: number): Matrix {
    const highest = raws.reduce((max, raw) => Math.max(max, num(raw["source"]) ?? 0, num(raw["target"]) ?? 0), -1);
    const all = Math.max(ranks, highest + 1, 1);
    const merged = Math.max(1, Math.ceil(all / Math.max(1, most)));
    const cells = new Map<number, Cell>();
    const rows = Math.ceil(all / merged);
    for (const raw of raws) {
        const source = num(raw["source"]);
        const target = num(raw["target"]);
        if (source === null || target === null) continue;
        const row = Math.floor(source / merged);
        const column = Math.floor(target / merged);
        const key = row * rows + column;
        let cell = cells.get(key);
        if (!cell) {
            cell = { source: row * merged, target: column * merged, value: 0, messages: 0, bytes: 0, unmatched: 0, data: "", most: -1 };
            cells.set(key, cell);
        }
        cell.messages += num(raw["messages"]) ?? 0;
        cell.bytes += num(raw["bytes"]) ?? NaN;
        cell.unmatched += num(raw["unmatched"]) ?? 0;
        if ((num(raw["bytes"]) ?? 0) > cell.most) {
            cell.most = num(raw["bytes"]) ?? 0;
            cell.data = text(raw["data"]);
        }
    }
    let largest = 0;
    for (const cell of cells.values()) {
        cell.value = measure === "bytes" ? cell.bytes : measure === "messages" ? cell.messages : cell.messages > 0 ? cell.bytes / cell.messages : 0;
        if (cell.value > largest) largest = cell.value;
    }
    return { ranks: all, rows, merged, cells: [...cells.values()], largest };
}

/** Who waited because of whom: the waits of `comm_waits`, as a matrix of causing and waiting ranks. */
export function waitMatrix(raws: readonly Raw[], ranks: number, most: number): Matrix {
    const as = raws.map((raw) => ({
        source: raw["cause_rank"],
        target: raw["rank"],
        messages: raw["visits"],
        bytes: raw["time_ns"],
    }));
    return matrixOf(as, ranks, "bytes", most);
}

/** A rank, or the ranks of a merged row: "rank 3", "ranks 4 to 7". */
export function ranksLabel(first: number, merged: number, ranks: number): string {
    const last = Math.min(ranks, first + merged) - 1;
    return last > first ? `ranks ${first} to ${last}` : `rank ${first}`;
}
