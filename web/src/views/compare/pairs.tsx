// Tables of two runs, region by region: side by side or as a difference. Regions that only one run has are named so.
import { useMemo } from "preact/hooks";
import { ink } from "../../draw/colours";
import { SvgPainter } from "../../draw/painter";
import { clean, count, csv, number, percent } from "../../format";
import { Empty } from "../../parts/states";
import { useSavable } from "../../savable";
import { dark } from "../../theme";
import { barOf, matches, sorted } from "../profile/bars";
import { measuresOf } from "../profile/bars_view";
import { Search, Segments, useChoice, useSetting } from "../report/controls";
import { openSource } from "../report/regions";
import { MEASURES, tableRows, type Measure, type Report, type TableName } from "../report/report";
import { barScale, useSeen } from "../report/scale_box";
import { formatMeasure, marked, place } from "../report/values";
import { coverageOf, pairUp, type Coverage, type Pair } from "./difference";
import { runColour } from "./run_colours";

const TABLES: [TableName, string][] = [
    ["routines", "Routines"],
    ["loops", "Loops"],
    ["io", "I/O"],
    ["comm", "Call sites"],
    ["user", "Regions"],
    ["sync", "Synchronisation"],
];
const MOST = 500; // rows on screen

export interface PairsProps {
    runs: [number, number];
    first: Report;
    second: Report;
    names: [string, string];
}

function signed(measure: Measure, value: number): string {
    return `${value > 0 ? "+" : value < 0 ? "−" : ""}${formatMeasure(measure, Math.abs(value))}`;
}

function changeText(measure: Measure, pair: Pair): string {
    if (pair.change === null) return pair.first && pair.second ? "–" : pair.first ? "gone" : "new";
    return pair.first && pair.second ? signed(measure, pair.change) : `${pair.first ? "gone: " : "new: "}${signed(measure, pair.change)}`;
}

function columnName(measure: Measure): string {
    return MEASURES[measure].unit === "ns" ? `${measure === "time" ? "inclusive" : measure}_ns` : measure;
}

function pairsCsv(pairs: readonly Pair[], measure: Measure): string {
    const column = columnName(measure);
    return csv(
        ["name", "kind", "file", "line", "in", `${column}_1`, `${column}_2`, "difference", "change", "ratio"],
        pairs.map((p) => {
            const row = (p.first ?? p.second)!;
            return [p.name, row.kind, row.file, row.line, p.first && p.second ? "both" : p.first ? "first" : "second", p.first?.[measure], p.second?.[measure], p.difference, p.change, p.ratio];
        }),
    );
}

function pairsSvg(pairs: readonly Pair[], measure: Measure, names: [string, string], full: number, difference: boolean): string {
    const colours = ink(dark.value);
    const rows = pairs.slice(0, 60);
    const painter = new SvgPainter(1100, 60 + rows.length * 34, colours.page, "Compare");
    painter.text(12, 20, `${clean(names[0])} and ${clean(names[1])}: ${MEASURES[measure].title}`, { colour: colours.text, bold: true });
    rows.forEach((p, i) => {
        const y = 46 + i * 34;
        painter.text(12, y + 12, clean(p.name), { colour: colours.text, most: 280 });
        if (difference) {
            const bar = barOf(Math.abs(p.change ?? 0), full)!;
            const width = 300 * bar.share;
            painter.rect(p.change! > 0 ? 610 : 610 - width, y + 4, width, 16, p.change! > 0 ? "#d55e00" : "#009e73");
            painter.text(920, y + 12, changeText(measure, p), { colour: colours.text, size: 11 });
            return;
        }
        [p.first, p.second].forEach((row, r) => {
            const value = row?.[measure] ?? null;
            const bar = barOf(value, full);
            if (bar) painter.rect(310, y + r * 13, 600 * bar.share, 11, runColour(r));
            painter.text(920, y + 6 + r * 13, row ? (value === null ? "–" : formatMeasure(measure, value)) : "not there", { colour: colours.text, size: 11 });
        });
    });
    return painter.toString();
}

function CoverageLine({ coverage, names }: { coverage: Coverage; names: [string, string] }) {
    const parts = [coverage.first, coverage.second].map((share, i) => (share === null ? "" : `${percent(share)} of ${clean(names[i]!)}`)).filter(Boolean);
    const only = [
        [coverage.onlyFirst, names[0]],
        [coverage.onlySecond, names[1]],
    ].filter(([n]) => n !== 0);
    return (
        <p class="strip" role="status" aria-label="What both runs have">
            <span>
                {parts.length > 0 && `In regions that both runs have: ${parts.join(", ")}. `}
                {only.map(([n, name]) => `${n === 1 ? "1 region is" : `${count(n as number)} regions are`} only in ${clean(name as string)}. `)}
            </span>
        </p>
    );
}

function PairRow({ pair, measure, look, full, open }: { pair: Pair; measure: Measure; look: string; full: number; open: () => void }) {
    const row = (pair.first ?? pair.second)!;
    const only = !pair.first || !pair.second;
    const change = pair.change === null ? null : barOf(Math.abs(pair.change), full);
    const tone = pair.change === null ? "" : pair.change > 0 ? "worse" : pair.change < 0 ? "better" : "";
    return (
        <tr class={only ? "only-one" : ""}>
            <td class="strong">{clean(pair.name)}</td>
            <td>
                {row.file && (
                    <button type="button" class="link" onClick={open}>
                        {clean(place(row))}
                    </button>
                )}
            </td>
            <td class="wide-bars">
                {look === "difference" ? (
                    <span class="diverging">
                        {change && <i class={`${pair.change! > 0 ? "more" : "less"} ${only ? "only" : ""}`} data-share={change.share.toFixed(4)} style={{ [pair.change! > 0 ? "left" : "right"]: "50%", width: `${50 * change.share}%` }} />}
                    </span>
                ) : (
                    [pair.first, pair.second].map((one, r) => {
                        const bar = barOf(one?.[measure] ?? null, full);
                        return <span class="pair-bar">{bar && <i class={bar.beyond ? "beyond" : ""} data-share={bar.share.toFixed(4)} style={{ width: `${100 * bar.share}%`, background: runColour(r) }} />}</span>;
                    })
                )}
            </td>
            <td class="right">{pair.first ? marked(pair.first, measure, pair.first[measure]) : "not there"}</td>
            <td class="right">{pair.second ? marked(pair.second, measure, pair.second[measure]) : "not there"}</td>
            <td class={`right ${tone}`}>{changeText(measure, pair)}</td>
            <td class="right">{pair.ratio === null ? "" : `×${number(pair.ratio, 3)}`}</td>
        </tr>
    );
}

export function Pairs({ runs, first, second, names }: PairsProps) {
    const counts = TABLES.map(([id, title]) => ({ id: id as string, title, count: Math.max(tableRows(first, id).length, tableRows(second, id).length) })).filter((c) => c.count > 0);
    const [tableName, setTable] = useChoice("compare.table", counts[0]?.id ?? "routines", counts.map((c) => c.id));
    const [look, setLook] = useChoice("compare.look", "side", ["side", "difference"]);
    const [which, setWhich] = useChoice("compare.in", "all", ["all", "both", "one"]);
    const [measureText, setMeasure] = useSetting("compare.measure", "");
    const [search, setSearch] = useSetting("compare.search", "");
    const name = tableName as TableName;
    const a = useMemo(() => tableRows(first, name), [first, name]);
    const b = useMemo(() => tableRows(second, name), [second, name]);
    const offered = measuresOf([...a, ...b], name);
    const additive = offered.find((m) => m === "exclusive" || m === "instructions") ?? offered.find((m) => m === "time") ?? offered[0] ?? "visits";
    const measure = offered.find((m) => m === measureText) ?? additive;
    const all = useMemo(() => pairUp(a, b, measure), [a, b, measure]);
    const coverage = useMemo(() => coverageOf(all, additive), [all, additive]);
    const size = (pair: Pair): number | null => (look === "difference" ? (pair.change === null ? null : Math.abs(pair.change)) : Math.max(pair.first?.[measure] ?? 0, pair.second?.[measure] ?? 0));
    const pairs = useMemo(
        () => sorted(all, size, true).filter((pair) => (which === "all" || (which === "both") === (pair.first !== null && pair.second !== null)) && matches(search, pair.name, (pair.first ?? pair.second)!.file)),
        [all, measure, look, search, which],
    );
    const { ref, seen, onScroll } = useSeen("tbody tr", pairs.length);
    const scale = barScale("compare", measure, pairs.map(size), seen);
    useSavable("compare", { name: `compare-${name}`, csv: () => pairsCsv(pairs, measure), svg: () => pairsSvg(pairs, measure, names, scale.full, look === "difference") });
    return (
        <>
            <div class="bar">
                <Segments label="Table" choices={counts} value={tableName} onChange={setTable} />
                <Segments label="Look" choices={[{ id: "side", title: "Side by side" }, { id: "difference", title: "Difference", what: "The second run minus the first" }]} value={look} onChange={setLook} />
                <label>
                    of
                    <select aria-label="Measure" value={measure} onChange={(event) => setMeasure(event.currentTarget.value)}>
                        {offered.map((m) => (
                            <option value={m}>{MEASURES[m].title}</option>
                        ))}
                    </select>
                </label>
                <Segments label="Regions in" choices={[{ id: "all", title: "All" }, { id: "both", title: "In both" }, { id: "one", title: "In one run only", count: coverage.onlyFirst + coverage.onlySecond }]} value={which} onChange={setWhich} />
                <Search value={search} label="Search in the comparison" onChange={setSearch} />
            </div>
            <CoverageLine coverage={coverage} names={names} />
            {pairs.length === 0 ? (
                <Empty title={which === "one" ? "Each region that one of the runs has is in the other, too." : "Neither run has rows that match."} />
            ) : (
                <div class="scroll" ref={ref} onScroll={onScroll}>
                    <table class="list compare" aria-label={`Comparison of ${tableName}`}>
                        <thead>
                            <tr>
                                <th>region</th>
                                <th>source</th>
                                <th class="wide-bars">
                                    <span class="bar-title">
                                        {look === "difference" ? "less ← second run → more" : MEASURES[measure].title}
                                        {scale.box}
                                    </span>
                                </th>
                                <th class="right">{clean(names[0])}</th>
                                <th class="right">{clean(names[1])}</th>
                                <th class="right">difference</th>
                                <th class="right">ratio</th>
                            </tr>
                        </thead>
                        <tbody>
                            {pairs.slice(0, MOST).map((pair) => (
                                <PairRow key={pair.key} pair={pair} measure={measure} look={look} full={scale.full} open={() => openSource(pair.first ? runs[0] : runs[1], (pair.first ?? pair.second)!, runs[0])} />
                            ))}
                        </tbody>
                    </table>
                    {pairs.length > MOST && <p class="faint pad">{count(pairs.length - MOST)} more rows are in the CSV.</p>}
                </div>
            )}
        </>
    );
}
