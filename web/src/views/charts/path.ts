// The path that the data of a message travelled: messages and collective operations before and after it.
import { signal } from "@preact/signals";
import { getPath, getPaths } from "../../api";
import { clean, count, sized, time } from "../../format";
import { placeLabel, regionName } from "../../names";
import type { DetailTable } from "../../state";
import type { DataPath, Hop, Tables } from "../../types";

/** The path that the Movement Chart marks. */
export const shownPath = signal<{ run: number; hops: readonly Hop[] } | null>(null);

const where = (names: Tables | null, place: number | null): string => (place === null ? "several" : placeLabel(names, place));

function stepWord(distance: number): string {
    if (distance === 0) return "this";
    return distance < 0 ? `${-distance} before` : `${distance} after`;
}

/** The variable of a hop: one name, or those of both sides. */
export function dataWords(hop: Pick<Hop, "data" | "received_data">): string {
    const [sent, got] = [clean(hop.data), clean(hop.received_data)];
    return sent === got || got === "" ? sent : sent === "" ? got : `${sent} → ${got}`;
}

/** When a hop was sent and received, how much it carried, and by which call: "410.0 ms to 410.1 ms, 8.00 kB of block, MPI_Send (pipe.c:32)". */
function hopWords(names: Tables | null, hop: Hop): string {
    const data = dataWords(hop);
    return `${time(hop.sent)} to ${time(hop.received)}, ${sized(hop.bytes)}${data ? ` of ${data}` : ""}${hop.send === null ? "" : `, ${regionName(names, hop.send)}`}`;
}

/** The hop of a path that is the message itself. */
const own = (path: DataPath): Hop | undefined => path.hops.find((hop) => hop.distance === 0);

/** Finds the path of a message in a standalone file, which has those of some messages. */
export async function pathInFile(run: number, names: Tables | null, sent: number, received: number, from: number, to: number): Promise<{ data: string; table: DetailTable }> {
    const { paths, looked_at: looked, messages } = await getPaths(run);
    const place = (lane: number) => names?.lanes.place[lane] ?? -1;
    const found = paths.find((path) => {
        const hop = own(path);
        return hop && hop.sent === sent && hop.received === received && hop.from === place(from) && hop.to === place(to);
    });
    if (found) return { data: dataWords(own(found)!), table: tableOf(run, names, found) };
    const title = looked < messages ? `path of the data: not in this file, which has those of ${count(looked)} of ${count(messages)} messages` : "path of the data: not known, because the variables of its calls are not known";
    return { data: "", table: { title, columns: [], rows: [] } };
}

/** Finds the path of a message, marks it in the chart, and returns it as a table. */
export async function pathTable(run: number, names: Tables | null, message: number): Promise<DetailTable> {
    return tableOf(run, names, await getPath(run, message));
}

function tableOf(run: number, names: Tables | null, { hops, cut }: DataPath): DetailTable {
    shownPath.value = { run, hops };
    const known = hops.some((hop) => hop.data !== "" || hop.received_data !== "");
    return {
        title: !known
            ? "path of the data: not known, because the variables of its calls are not known"
            : hops.length === 1
              ? "path of the data: no other message brought or carried on the same variable"
              : `path of the data: steps that brought or carried on the same variable${cut ? "; there are more" : ""}`,
        columns: ["step", "from → to", "what"],
        rows: known ? hops.map((hop) => [stepWord(hop.distance), `${where(names, hop.from)} → ${where(names, hop.to)}`, hopWords(names, hop)]) : [],
    };
}
