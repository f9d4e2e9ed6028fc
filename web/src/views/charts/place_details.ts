// Details of a move between places: the variables it took along, their sizes, and the path of each; and of a finish: who took part,
// and who came last.
import { bytes, clean, count, time } from "../../format";
import { regionName, tablesOf } from "../../names";
import { regionRows } from "../../parts/things";
import * as state from "../../state";
import { showDetail } from "./details_base";
import { getFinish, getMove, ofActivity, placeWord, type Finish, type Member, type Move, type Variable } from "./places";
import type { Tables } from "../../types";
import type { Wait } from "./data";

const USES: Record<string, string> = { unused: "never read there", relayed: "only carried on", "one-element": "one element is used" };

/** What is said of a move in one line: "96 bytes from place 0 to place 1". */
export function moveTitle(names: Tables | null, move: Move): string {
    const [from, to] = [placeWord(names, move.from), placeWord(names, move.to)];
    const where = move.to < 0 ? `from ${from}` : move.from === move.to ? `at ${from}, where it is already` : `from ${from} to ${to}`;
    return move.bytes > 0 ? `${bytes(move.bytes)} ${where}` : `activity ${move.id} ${where}`;
}

const variableRow = (one: Variable): string[] => [clean(one.name), clean(one.type), bytes(one.bytes), `${one.how.replace("-", " ")}${one.use ? `; ${USES[one.use] ?? one.use}` : ""}`, one.path];

/** A move: who, from where to where, and with which variables. */
export async function showMove(run: number, move: Move): Promise<void> {
    const names = tablesOf(run);
    const base = showDetail({
        title: moveTitle(names, move),
        kind: move.bytes > 0 ? "D: move with data" : "M: move",
        rows: [
            { name: "activity", value: move.id },
            ...(move.by !== move.id ? [{ name: "created by", value: move.by }] : []),
            { name: "from", value: placeWord(names, move.from) },
            { name: "to", value: move.to < 0 ? "not known" : `${placeWord(names, move.to)}${move.to === move.from ? ": the same place, so that the move is needless" : ""}` },
            { name: "start", value: time(move.start) },
            { name: "duration", value: time(move.end - move.start) },
            { name: "bytes", value: count(move.bytes) },
            ...regionRows(names, move.region),
        ],
        only: `e.type == MOVE && e.region == ${move.region}`,
    });
    const found = await getMove(run, move).catch(() => null);
    if (state.detail.value !== base || !found) return;
    state.detail.value = {
        ...base,
        rows: [...base.rows, ...(found.back > 0 ? [{ name: "bytes back", value: count(found.back) }] : []), ...(found.path ? [{ name: "activity path", value: clean(found.path) }] : [])],
        tables: [
            {
                title: found.variables.length > 0 ? "variables, and the places that they travelled through" : "no variable was taken along",
                columns: found.variables.length > 0 ? ["variable", "type", "size", "how", "path"] : [],
                rows: found.variables.map(variableRow),
            },
        ],
    };
}

/** Who came last: "0-4, 1.29 ms after all others". */
export function lastWords(finish: Finish): string {
    if (finish.last === null) return "not known";
    if (finish.late === 0) return `${finish.last}; nobody waited for it`;
    return finish.participants > 1 ? `${finish.last}, ${time(finish.late)} after all others` : `${finish.last} alone`;
}

const memberRow = (one: Member): string[] => [one.id, clean(one.path), one.created === null ? "–" : time(one.created), one.ended === null ? "–" : time(one.ended)];

/** A finish: since when, who took part, who came last and by how much. */
export async function showFinish(run: number, wait: Wait): Promise<void> {
    const names = tablesOf(run);
    const base = showDetail({
        title: `${clean(wait.id)} waits in ${regionName(names, wait.region)}`,
        kind: "F: finish",
        rows: [
            { name: "waits since", value: time(wait.from) },
            { name: "until", value: wait.open ? "it still waits" : time(wait.to) },
            { name: "waited", value: `${wait.open ? "at least " : ""}${time(wait.to - wait.from)}` },
            ...regionRows(names, wait.region),
        ],
        only: `${ofActivity(names, wait)} && e.region == ${wait.region}`,
    });
    const found = await getFinish(run, wait).catch(() => null);
    if (state.detail.value !== base || !found) return;
    const { finish, members } = found;
    const sorted = [...members].sort((a, b) => (b.ended ?? 0) - (a.ended ?? 0));
    state.detail.value = {
        ...base,
        rows: [...base.rows, { name: "statement since", value: time(finish.start) }, { name: "took part", value: `${count(finish.participants)} activit${finish.participants === 1 ? "y" : "ies"}` }, { name: "came last", value: lastWords(finish) }],
        tables: [
            {
                title: `who took part${sorted.length < finish.participants || sorted.length > 60 ? ", the last ones" : ""}`,
                columns: ["activity", "path", "created", "ended"],
                rows: sorted.slice(0, 60).map(memberRow),
            },
        ],
    };
}
