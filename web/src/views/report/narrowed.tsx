// The tables of what the time range, the lanes and the filter in force leave: the server makes the report of that part.
import type { ComponentChildren } from "preact";
import { clean, count, ranges, time } from "../../format";
import { Failed, shown, type Answer } from "../../parts/states";
import * as state from "../../state";
import type { VNode } from "preact";

/** The query for what is in force; empty: the whole run. */
export function partQuery(filter: string, range: state.Range | null, lanes: readonly number[] | null): string {
    if (!filter && !range && !lanes) return "";
    let text = filter || "events";
    if (range) text += `.filter(e -> e.startTime >= ${Math.round(range.from)}ns && e.startTime < ${Math.round(range.to)}ns)`;
    if (lanes) text += `.filter(e -> e.lane in [${lanes.join(", ")}])`;
    return text;
}

/** What requests for tables have as their filter. The tables can be told to show the whole run all the same. */
export function part(): string {
    return state.setting("tables.whole", "") ? "" : partQuery(state.filter.value, state.range.value, state.lanes.value);
}

function inForce(): string {
    const parts: string[] = [];
    const { range, lanes, filter } = state;
    if (range.value) parts.push(`began from ${time(range.value.from)} to ${time(range.value.to)}`);
    if (lanes.value) parts.push(lanes.value.length > 20 ? `ran on ${count(lanes.value.length)} lanes` : `ran on lane${lanes.value.length === 1 ? "" : "s"} ${ranges(lanes.value)}`);
    if (filter.value) parts.push(`pass the filter ${clean(filter.value)}`);
    return parts.join(", and ");
}

function isNarrowed(): boolean {
    return state.range.value !== null || state.lanes.value !== null || state.filter.value !== "";
}

/** Says which part a view shows, while something is narrowed; a button changes between the part and the whole run. */
export function PartNote() {
    if (!isNarrowed()) return null;
    const whole = state.setting("tables.whole", "") !== "";
    return (
        <p class="strip" role="status">
            <span>
                {whole
                    ? "These numbers are of the whole run: the chosen time range, lanes and filter do not narrow them."
                    : `Only logged visits that ${inForce()}. Each counts with its whole duration; exclusive times contain what was not chosen.`}
            </span>
            <button type="button" onClick={() => state.setSetting("tables.whole", whole ? "" : "1", "")}>
                {whole ? "Narrow the tables" : "Tables of the whole run"}
            </button>
        </p>
    );
}

/** Says that a view is always of the whole run, while something is narrowed elsewhere. */
export function WholeRunNote() {
    if (!isNarrowed()) return null;
    return (
        <p class="strip" role="status">
            <span>These numbers are of the whole run: the chosen time range, lanes and filter do not narrow them.</span>
        </p>
    );
}

/** As shown(), with the note above. If the part cannot be made, the note stays, and with it the way out. */
export function shownPart<T>(answer: Answer<T>, what: string, draw: (value: T) => VNode): VNode {
    const body: ComponentChildren = answer.error ? <Failed error={answer.error} /> : shown(answer, what, draw);
    return (
        <>
            <PartNote />
            {body}
        </>
    );
}
