// Two runs: side by side, or as a difference.
import { useMemo } from "preact/hooks";
import { getCompare } from "../../api";
import { ink } from "../../draw/colours";
import { SvgPainter } from "../../draw/painter";
import { clean, count, csv, number, percent } from "../../format";
import { Empty, Failed, Loading, useAnswer } from "../../parts/states";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { dark } from "../../theme";
import type { ViewProps } from "../../views";
import { matches, sorted } from "../profile/bars";
import { measuresOf } from "../profile/bars_view";
import { CompareTime } from "./compare_time";
import { Search, Segments, useSetting } from "../report/controls";
import { pairUp, verdictClass, type Pair } from "./difference";
import { divisionsOf } from "../tree/division";
import { shownOf, WholeRunNote } from "../report/narrowed";
import { openSource } from "../report/regions";
import { MEASURES, num, table, tableRows, text, type Measure, type Report, type TableName } from "../report/report";
import { useWholeProfile } from "../report/requests";
import { savableTable } from "../report/table_svg";
import { VERDICTS } from "../tree/tree_colours";
import { formatMeasure, marked, place } from "../report/values";

const COLOURS: [string, string][] = [
    ["#0072b2", "#4a9fd8"],
    ["#e69f00", "#efb238"],
];

function signed(measure: Measure, value: number): string {
    return `${value > 0 ? "+" : value < 0 ? "−" : ""}${formatMeasure(measure, Math.abs(value))}`;
}

function ratioText(ratio: number | null): string {
    return ratio === null ? "" : `×${number(ratio, 3)}`;
}

function Pairs({ run, first, second, names }: { run: number; first: Report; second: Report; names: [string, string] }) {
    const [tableName, setTable] = useSetting("compare.table", "routines");
    const [look, setLook] = useSetting("compare.look", "side");
    const [measureText, setMeasure] = useSetting("compare.measure", "");
    const [search, setSearch] = useSetting("compare.search", "");
    const name = tableName as TableName;
    const a = useMemo(() => tableRows(first, name), [first, name]);
    const b = useMemo(() => tableRows(second, name), [second, name]);
    const offered = measuresOf([...a, ...b], name);
    const measure = offered.find((m) => m === measureText) ?? offered.find((m) => m === "exclusive" || m === "instructions") ?? offered[0] ?? "visits";
    const pairs = useMemo(() => {
        const all = pairUp(a, b, measure);
        const size = (pair: Pair): number | null => (look === "difference" ? (pair.difference === null ? null : Math.abs(pair.difference)) : Math.max(pair.first?.[measure] ?? 0, pair.second?.[measure] ?? 0));
        return sorted(all, size, true).filter((pair) => matches(search, pair.name, (pair.first ?? pair.second)!.file));
    }, [a, b, measure, look, search]);
    const full = Math.max(1, ...pairs.map((p) => (look === "difference" ? Math.abs(p.difference ?? 0) : Math.max(p.first?.[measure] ?? 0, p.second?.[measure] ?? 0))));
    const column = MEASURES[measure].unit === "ns" ? `${measure === "time" ? "inclusive" : measure}_ns` : measure;
    useSavable("compare", {
        name: `compare-${name}`,
        csv: () => csv(["name", "file", "line", `${column}_1`, `${column}_2`, "difference", "ratio"], pairs.map((p) => [p.name, (p.first ?? p.second)!.file, (p.first ?? p.second)!.line, p.first?.[measure], p.second?.[measure], p.difference, p.ratio])),
        svg: () => {
            const colours = ink(dark.value);
            const rows = pairs.slice(0, 60);
            const painter = new SvgPainter(1100, 60 + rows.length * 34, colours.page, "Compare");
            painter.text(12, 20, `${names[0]} and ${names[1]}: ${MEASURES[measure].title}`, { colour: colours.text, bold: true });
            rows.forEach((p, i) => {
                const y = 46 + i * 34;
                painter.text(12, y + 12, clean(p.name), { colour: colours.text, most: 280 });
                [p.first, p.second].forEach((row, r) => {
                    const value = row?.[measure] ?? null;
                    if (value !== null) painter.rect(310, y + r * 13, (600 * value) / full, 11, COLOURS[r]![dark.value ? 1 : 0]);
                    painter.text(920, y + 6 + r * 13, value === null ? "–" : formatMeasure(measure, value), { colour: colours.text, size: 11 });
                });
            });
            return painter.toString();
        },
    });
    const choices = (["routines", "loops", "io", "comm"] as const).map((id) => ({ id: id as string, title: { routines: "Routines", loops: "Loops", io: "I/O", comm: "Call sites" }[id], count: Math.max(tableRows(first, id).length, tableRows(second, id).length) }));
    return (
        <>
            <div class="bar">
                <Segments label="Table" choices={choices.filter((c) => c.count > 0)} value={tableName} onChange={setTable} />
                <Segments label="Look" choices={[{ id: "side", title: "Side by side" }, { id: "difference", title: "Difference", what: "The second run minus the first" }]} value={look} onChange={setLook} />
                <label>
                    of
                    <select aria-label="Measure" value={measure} onChange={(event) => setMeasure(event.currentTarget.value)}>
                        {offered.map((m) => (
                            <option value={m}>{MEASURES[m].title}</option>
                        ))}
                    </select>
                </label>
                <Search value={search} label="Search in the comparison" onChange={setSearch} />
            </div>
            {pairs.length === 0 ? (
                <Empty title="Neither run has rows that match." />
            ) : (
                <div class="scroll">
                    <table class="list compare" aria-label={`Comparison of ${tableName}`}>
                        <thead>
                            <tr>
                                <th>region</th>
                                <th>source</th>
                                <th class="wide-bars">{look === "difference" ? "less ← second run → more" : MEASURES[measure].title}</th>
                                <th class="right">{clean(names[0])}</th>
                                <th class="right">{clean(names[1])}</th>
                                <th class="right">difference</th>
                                <th class="right">ratio</th>
                            </tr>
                        </thead>
                        <tbody>
                            {pairs.slice(0, 500).map((pair) => {
                                const row = (pair.first ?? pair.second)!;
                                return (
                                    <tr key={pair.key}>
                                        <td class="strong">{clean(pair.name)}</td>
                                        <td>
                                            {row.file && (
                                                <button type="button" class="link" onClick={() => openSource(run, row)}>
                                                    {clean(place(row))}
                                                </button>
                                            )}
                                        </td>
                                        <td class="wide-bars">
                                            {look === "difference" ? (
                                                <span class="diverging">
                                                    {pair.difference !== null && (
                                                        <i
                                                            class={pair.difference > 0 ? "more" : "less"}
                                                            style={pair.difference > 0 ? { left: "50%", width: `${(50 * pair.difference) / full}%` } : { right: "50%", width: `${(-50 * pair.difference) / full}%` }}
                                                        />
                                                    )}
                                                </span>
                                            ) : (
                                                [pair.first, pair.second].map((one, r) => (
                                                    <span class="pair-bar">
                                                        <i style={{ width: `${(100 * (one?.[measure] ?? 0)) / full}%`, background: COLOURS[r]![dark.value ? 1 : 0] }} />
                                                    </span>
                                                ))
                                            )}
                                        </td>
                                        <td class="right">{pair.first ? marked(pair.first, measure, pair.first[measure]) : "not there"}</td>
                                        <td class="right">{pair.second ? marked(pair.second, measure, pair.second[measure]) : "not there"}</td>
                                        <td class={`right ${pair.difference === null ? "" : pair.difference > 0 ? "worse" : pair.difference < 0 ? "better" : ""}`}>{pair.difference === null ? "–" : signed(measure, pair.difference)}</td>
                                        <td class="right">{ratioText(pair.ratio)}</td>
                                    </tr>
                                );
                            })}
                        </tbody>
                    </table>
                    {pairs.length > 500 && <p class="faint pad">{count(pairs.length - 500)} more rows are in the CSV.</p>}
                </div>
            )}
        </>
    );
}

function Divided({ run, first, second, names }: { run: number; first: number; second: number; names: [string, string] }) {
    const answer = useAnswer(`compare ${first} ${second}`, () => getCompare(first, second));
    useSavable("compare", savableTable("division", `Division of loops: ${names[0]} and ${names[1]}`, table(answer.value, "loops")));
    return shownOf(answer, "the comparison", (value) => {
        const rows = divisionsOf(value);
        const head = table(value, "runs")[1];
        const limit = num(head?.["limit_here"]);
        return (
            <div class="scroll pad">
                {head && (
                    <div class="cards">
                        <div class="card">
                            <span class="card-title">matched</span>
                            <strong>{percent(num(head["matched_percent"]))}</strong>
                            <small>of the work of {clean(names[0])}</small>
                        </div>
                        <div class="card">
                            <span class="card-title">replicated</span>
                            <strong>{percent(num(head["replicated_percent"]))}</strong>
                            <small>repeated by all of {count(num(head["workers"]) ?? 0)}</small>
                        </div>
                        <div class="card">
                            <span class="card-title">busiest / mean</span>
                            <strong>{num(head["uneven"]) === null ? "not known" : number(num(head["uneven"])!, 3)}</strong>
                            <small>{text(head["load"])}</small>
                        </div>
                        <div class="card">
                            <span class="card-title">speed-up at most</span>
                            <strong>{limit === null ? "not known" : `×${number(limit, 3)}`}</strong>
                            <small>{num(head["limit"]) === null ? "" : `×${number(num(head["limit"])!, 3)} with any number`}</small>
                        </div>
                    </div>
                )}
                <table class="list" aria-label="Division of loops">
                    <thead>
                        <tr>
                            <th>loop</th>
                            <th>source</th>
                            <th class="right">exclusive</th>
                            <th class="right">before</th>
                            <th>now</th>
                            <th class="right">sum</th>
                            <th class="right">max / mean</th>
                        </tr>
                    </thead>
                    <tbody>
                        {rows.map((row) => {
                            const verdict = verdictClass(row.verdict);
                            const [file, line] = row.source.split(/:(?=\d+$)/);
                            return (
                                <tr>
                                    <td class="strong" style={{ paddingLeft: `${8 + Math.min(row.depth, 20) * 16}px` }}>
                                        <span class={`mark ${row.kind}`} />
                                        {clean(row.name || (row.kind === "loop" ? `loop at line ${line ?? "?"}` : row.routine))}
                                    </td>
                                    <td>
                                        {file && (
                                            <button type="button" class="link" onClick={() => openSource(run, { file, line: Number(line) || null })}>
                                                {clean(place({ file, line: Number(line) || null }))}
                                            </button>
                                        )}
                                    </td>
                                    <td class="right">{percent(row.exclusive)}</td>
                                    <td class="right">{row.before === null ? "" : count(row.before)}</td>
                                    <td>
                                        {row.verdict && (
                                            <span class="verdict">
                                                <i style={{ background: VERDICTS[verdict ?? "other"]!.colour[dark.value ? 1 : 0] }} />
                                                {clean(row.verdict)}
                                                {row.replicated !== null && row.replicated > 0 && row.replicated < 99.95 ? ` (${percent(row.replicated)})` : ""}
                                            </span>
                                        )}
                                    </td>
                                    <td class="right">{row.sum === null ? "" : count(row.sum)}</td>
                                    <td class="right">{row.uneven === null ? "" : number(row.uneven, 3)}</td>
                                </tr>
                            );
                        })}
                    </tbody>
                </table>
                <p class="faint">before, sum: trips, or source iterations where the compiler's factor is known. Loops below 1 % are not listed.</p>
            </div>
        );
    });
}

export function Compare({ run }: ViewProps) {
    const runs = state.runs.value;
    const [withText, setWith] = useSetting("compare.with", "");
    const [part, setPart] = useSetting("compare.part", "tables");
    const other = runs.find((r) => String(r.run) === withText && r.run !== run) ?? runs.find((r) => r.run !== run);
    const first = useWholeProfile(run);
    const second = useWholeProfile(other?.run ?? run);
    const own = runs.find((r) => r.run === run);
    if (!own || !other)
        return (
            <Empty title="Only one run is open.">
                Open another archive with the button “Open” above, or start `triptych view ONE.tri OTHER.tri`.
            </Empty>
        );
    const failed = first.error ?? second.error;
    const names: [string, string] = [own.name, other.name];
    return (
        <>
            <div class="bar tables">
                <span class="legend">
                    <span>
                        <i style={{ background: COLOURS[0]![dark.value ? 1 : 0] }} />
                        {clean(own.name)}
                    </span>
                    <span>
                        <i style={{ background: COLOURS[1]![dark.value ? 1 : 0] }} />
                        <select aria-label="The other run" value={String(other.run)} onChange={(event) => setWith(event.currentTarget.value)}>
                            {runs.filter((r) => r.run !== run).map((r) => (
                                <option value={String(r.run)}>{clean(r.name)}</option>
                            ))}
                        </select>
                    </span>
                </span>
                <button type="button" aria-label="Exchange the two runs" onClick={() => { setWith(String(run)); state.runNumber.value = other.run; }}>
                    ⇄
                </button>
                <Segments
                    label="What is compared"
                    choices={[
                        { id: "tables", title: "Tables", what: "Times and counts of regions" },
                        { id: "time", title: "Time", what: "Both runs over time, on one axis" },
                        { id: "division", title: "Division of loops", what: "Which loops were divided, replicated or divided unevenly" },
                    ]}
                    value={part}
                    onChange={setPart}
                />
            </div>
            <WholeRunNote />
            {failed ? (
                <Failed error={failed} />
            ) : part === "division" ? (
                <Divided run={run} first={run} second={other.run} names={names} />
            ) : part === "time" ? (
                <CompareTime runs={[run, other.run]} names={names} />
            ) : first.value && second.value ? (
                <Pairs run={run} first={first.value} second={second.value} names={names} />
            ) : (
                <Loading what="both runs" />
            )}
        </>
    );
}
