// The bars of one table of the report, with their toolbar: search, measures, ranks, order.
import { useMemo } from "preact/hooks";
import { csv } from "../../format";
import { Empty } from "../../parts/states";
import { tablesOf } from "../../names";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { BarTable, type By } from "./bar_table";
import { matches, sorted } from "./bars";
import { barsSvg } from "./bars_svg";
import { Search, Segments, useChoice, useSetting, type Choice } from "../report/controls";
import { part } from "../report/narrowed";
import { openRoutine, openSource } from "../report/regions";
import { MEASURES, num, table, tableRows, type Measure, type Report, type Row, type TableName } from "../report/report";

export const TABLES: { id: TableName; title: string; what: string; none: string }[] = [
    { id: "routines", title: "Routines", what: "Time and visits of each routine", none: "No routine was measured. Build the program with `triptych cc` or `triptych fc`." },
    { id: "loops", title: "Loops", what: "Time, visits and trips of each loop", none: "No loop was measured. Build the program with `triptych cc` or `triptych fc`, or run it with `triptych loops`." },
    { id: "io", title: "I/O", what: "I/O statements with their files and bytes", none: "The program has no I/O statement that was visited." },
    { id: "comm", title: "Call sites", what: "MPI calls, by the line that calls", none: "The program called no such function, or it was not measured." },
    { id: "user", title: "Regions", what: "Regions that the program names", none: "The program names no regions of its own." },
    { id: "sync", title: "Synchronisation", what: "Barriers, locks and joins", none: "No call waited for other threads." },
];

/** Measures that a table has numbers for. */
export function measuresOf(rows: readonly Row[], name: TableName): Measure[] {
    const has = (measure: Measure): boolean => rows.some((row) => row[measure] !== null);
    const leaf = name === "io" || name === "comm";
    const all: Measure[] = ["time", "exclusive", "instructions", "visits", "trips", "bytes"];
    return all.filter((measure) => has(measure) && !(leaf && measure === "exclusive"));
}

/** The chosen measures; those that the table does not have fall away. Time and visits are open at first. */
export function chosenMeasures(setting: string, offered: readonly Measure[]): Measure[] {
    const chosen = setting.split(",").filter((m): m is Measure => (offered as readonly string[]).includes(m));
    if (chosen.length > 0) return offered.filter((m) => chosen.includes(m));
    const standard = offered.filter((m) => m === "time" || m === "instructions" || m === "visits");
    return standard.length > 0 ? standard : offered.slice(0, 1);
}

export interface BarsProps {
    run: number;
    report: Report;
    name: TableName;
    within?: string; // a routine: only what is in it
    id: string;
}

/** The number of ranks, or of lanes, that a row can have: of those that are chosen, or of the run. */
function ranksOf(run: number, report: Report): number {
    const names = tablesOf(run);
    const chosen = part() ? state.lanes.value : null;
    if (chosen && names) {
        const few = new Set(chosen.map((lane) => names.lanes.place[lane])).size;
        return few > 1 ? few : chosen.length;
    }
    return ranksOfRun(report);
}

function ranksOfRun(report: Report): number {
    const run = report["run"] as Record<string, unknown> | undefined;
    const places = num(run?.["places"]) ?? 1;
    return places > 1 ? places : (num(run?.["lanes"]) ?? 1);
}

function isRanked(report: Report): boolean {
    return table(report, "places").some((row) => num(row["rank"]) !== null);
}

/** The bars of one table, with their toolbar. */
export function Bars(props: BarsProps) {
    const [search, setSearch] = useSetting(`${props.id}.search`, "");
    const [measureText, setMeasures] = useSetting(`${props.id}.show`, "");
    const [by, setBy] = useChoice(`${props.id}.by`, "sum", ["sum", "mean", "each"]);
    const [order, setOrder] = useSetting(`${props.id}.sort`, "");
    const chosen = part() ? state.lanes.value : null;
    const names = tablesOf(props.run);
    const all = useMemo(() => {
        const rows = tableRows(props.report, props.name);
        if (!chosen || !names) return rows;
        const labels = new Set(chosen.map((lane) => names.lanes.label[lane]));
        return rows.map((row) => ({ ...row, lanes: row.lanes.filter((lane) => labels.has(`${lane.place}.${lane.lane}`)) }));
    }, [props.report, props.name, chosen, names]);
    const within = useMemo(() => (props.within ? all.filter((row) => row.routine === props.within && row.kind !== "routine") : all), [all, props.within]);
    const offered = useMemo(() => measuresOf(within, props.name), [within, props.name]);
    const measures = chosenMeasures(measureText, offered);
    const ranks = ranksOf(props.run, props.report);
    const [sortBy, way] = (order || `${measures[0] ?? "name"} down`).split(" ");
    const down = way !== "up";
    const rows = useMemo(() => {
        const found = within.filter((row) => matches(search, row.name, row.file, row.about));
        const value = (row: Row): number | string | null =>
            sortBy === "name" ? row.name : sortBy === "line" ? `${row.file} ${String(row.line ?? 0).padStart(8, "0")}` : row[sortBy as Measure];
        return sorted(found, value, down);
    }, [within, search, sortBy, down]);
    const title = TABLES.find((t) => t.id === props.name)!;
    useSavable("profile", {
        name: `${props.name}${props.within ? `-${props.within.replace(/\W+/g, "_")}` : ""}`,
        svg: () => barsSvg(title.title, rows, measures),
        csv: () => csv(["name", "kind", "file", "line", ...offered.map((m) => (MEASURES[m].unit === "ns" ? `${m === "time" ? "inclusive" : m}_ns` : m))], rows.map((row) => [row.name, row.kind, row.file, row.line, ...offered.map((m) => row[m])])),
    });
    if (within.length === 0) return <Empty title={props.within ? `${props.within} has none of these.` : title.none} />;
    const toggle = (measure: Measure): void => {
        const next = measures.includes(measure) ? measures.filter((m) => m !== measure) : [...measures, measure];
        setMeasures(next.join(","));
    };
    const choices: Choice[] = [
        { id: "sum", title: "Sum", what: "The bar is the sum; the whisker shows the least, mean and largest of one" },
        { id: "mean", title: "Mean", what: "The bar is the mean; the whisker shows the least and the largest" },
        { id: "each", title: "Each", what: "A bar for each" },
    ];
    return (
        <>
            <div class="bar">
                <Search value={search} label={`Search in ${title.title}`} onChange={setSearch} />
                <span class="segments" role="group" aria-label="Bars to show">
                    {offered.map((measure) => (
                        <button key={measure} type="button" aria-pressed={measures.includes(measure)} disabled={measures.length === 1 && measures.includes(measure)} onClick={() => toggle(measure)}>
                            {MEASURES[measure].title}
                        </button>
                    ))}
                </span>
                {ranks > 1 && (
                    <label>
                        {isRanked(props.report) ? "ranks" : "lanes"}
                        <Segments label="Ranks or lanes" choices={choices} value={by} onChange={setBy} />
                    </label>
                )}
                <span class="found">
                    {rows.length === within.length ? `${rows.length} rows` : `${rows.length} of ${within.length} rows`}
                </span>
            </div>
            {rows.length === 0 ? (
                <Empty title={`Nothing in this table matches “${search}”.`}>
                    <button type="button" onClick={() => setSearch("")}>
                        Clear the search
                    </button>
                </Empty>
            ) : (
                <BarTable
                    run={props.run}
                    id={props.id}
                    label={`${title.title}${props.within ? ` of ${props.within}` : ""}`}
                    rows={rows}
                    measures={measures}
                    by={by as By}
                    ranks={ranks}
                    sort={sortBy!}
                    down={down}
                    onSort={(next) => setOrder(`${next} ${next === sortBy ? (down ? "up" : "down") : next === "name" || next === "line" ? "up" : "down"}`)}
                    onOpen={(row) => (row.kind === "routine" ? openRoutine(row.region) : openSource(props.run, row))}
                    openWhat={(row) => (row.kind === "routine" ? `Open ${row.name}: its loops, calls, I/O and communication` : `Show the source${row.kind === "loop" ? "; hold the right button for its trips" : ""}`)}
                />
            )}
        </>
    );
}
