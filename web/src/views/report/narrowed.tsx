// The tables of what the time range, the lanes and the filter in force leave: the server makes the report of that part.
import { ApiError } from "../../api";
import { clean, count, ranges, time } from "../../format";
import { Empty, shown, type Answer } from "../../parts/states";
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

/** Whether the run has events that can be chosen from. */
function hasEvents(): boolean {
    return (state.run.value?.events ?? 0) > 0;
}

/** What requests for tables have as their filter. The tables can be told to show the whole run all the same. */
export function part(): string {
    if (!hasEvents()) return "";
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
    if (!hasEvents())
        return (
            <p class="strip" role="status">
                <span>These numbers are of the whole run: no visits were logged that could be chosen from. `triptych run --events` logs them.</span>
            </p>
        );
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

/** A sentence for people: with a capital letter and a full stop. */
function sentence(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}

/** As shown(). That nothing is left of a run, or that it has no events to choose from, is a state, not an error. */
export function shownOf<T>(answer: Answer<T>, what: string, draw: (value: T) => VNode): VNode {
    const { error } = answer;
    if (error instanceof ApiError && error.status === 409) return <Empty title={sentence(clean(error.message))}>{clean(error.hint)}</Empty>;
    return shown(answer, what, draw);
}

/** As shownOf(), with the note above: it stays, and with it the way out, if the part cannot be made. */
export function shownPart<T>(answer: Answer<T>, what: string, draw: (value: T) => VNode): VNode {
    return (
        <>
            <PartNote />
            {shownOf(answer, what, draw)}
        </>
    );
}
