// Which loops the second run divides, replicates, or divides unevenly between its ranks or threads.
import { getCompare } from "../../api";
import { clean, count, number, percent } from "../../format";
import { Empty, useAnswer } from "../../parts/states";
import { useSavable } from "../../savable";
import { dark } from "../../theme";
import { matches } from "../profile/bars";
import { Search, useChoice, useSetting } from "../report/controls";
import { shownOf } from "../report/narrowed";
import { openSource } from "../report/regions";
import { num, table, text } from "../report/report";
import { savableTable } from "../report/table_svg";
import { place } from "../report/values";
import { divisionsOf } from "../tree/division";
import { VERDICTS } from "../tree/tree_colours";
import { verdictClass } from "./difference";

const LEAST = ["0", "0.1", "1", "5", "10"]; // percent

export function Divided({ run, first, second, names }: { run: number; first: number; second: number; names: [string, string] }) {
    const [leastText, setLeast] = useChoice("compare.least", "1", LEAST);
    const [verdictText, setVerdict] = useSetting("compare.verdict", "");
    const [search, setSearch] = useSetting("compare.loop", "");
    const answer = useAnswer(`compare ${first} ${second}`, () => getCompare(first, second));
    useSavable("compare", savableTable("division", `Division of loops: ${names[0]} and ${names[1]}`, table(answer.value, "loops")));
    return shownOf(answer, "the comparison", (value) => {
        const all = divisionsOf(value);
        const verdicts = [...new Set(all.map((row) => row.verdict).filter((v): v is string => v !== null))].sort();
        const chosen = verdicts.includes(verdictText) ? verdictText : "";
        const rows = all.filter((row) => (row.inclusive ?? 0) >= Number(leastText) && (!chosen || row.verdict === chosen) && matches(search, row.name, row.routine, row.source));
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
                <div class="bar">
                    <label>
                        at least
                        <select aria-label="Least share that is listed" value={leastText} onChange={(event) => setLeast(event.currentTarget.value)}>
                            {LEAST.map((least) => (
                                <option value={least}>{least} %</option>
                            ))}
                        </select>
                    </label>
                    <label>
                        verdict
                        <select aria-label="Verdict" value={chosen} onChange={(event) => setVerdict(event.currentTarget.value)}>
                            <option value="">any</option>
                            {verdicts.map((v) => (
                                <option value={v}>{v}</option>
                            ))}
                        </select>
                    </label>
                    <Search value={search} label="Search in the division of loops" onChange={setSearch} />
                    <span class="found">{rows.length === all.length ? `${all.length} rows` : `${rows.length} of ${all.length} rows`}</span>
                </div>
                {rows.length === 0 && <Empty title="No loop or routine matches." />}
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
                <p class="faint">before, sum: trips, or source iterations where the compiler's factor is known; “new” and “gone”: only in one of the runs; “not matched”: no loop of the other run is surely the same. The share is of the work of the first run, or of the loop's own run if it is new.</p>
            </div>
        );
    });
}
