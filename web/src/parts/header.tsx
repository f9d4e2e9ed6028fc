// The header: run, time range, filter in force, live or paused, saving, theme, help.
import { useState } from "preact/hooks";
import { errorWords, getNear, openArchive, sendFilter, slow, standalone, stopMeasuring } from "../api";
import { savePng, saveText } from "../draw/save";
import { clean, count, counted, ranges, readTime, time } from "../format";
import { savables } from "../savable";
import * as state from "../state";
import { laneLabel, regionName, tablesOf } from "../names";
import { dark, nextTheme } from "../theme";
import { conditionForProbes, runCommand } from "../shell/command";
import { notice } from "./notice";

const STATES: Record<string, string> = {
    running: "running",
    ended: "ended",
    killed: "killed",
    unfinished: "unfinished",
    aborted: "aborted",
};

function RunChoice() {
    const now = state.run.value;
    const several = state.runs.value.length > 1;
    return (
        <div class="run-choice">
            {several ? (
                <select
                    aria-label="Run"
                    value={String(state.runNumber.value)}
                    onChange={(event) => chooseRun(Number(event.currentTarget.value))}
                >
                    {state.runs.value.map((r) => (
                        <option value={String(r.run)}>{clean(r.name)}</option>
                    ))}
                </select>
            ) : (
                <strong title={now ? clean(now.path) : ""}>{now ? clean(now.name) : "no run"}</strong>
            )}
            {now && (
                <span class="facts" title={clean(now.command)}>
                    {now.ranks > 0 ? `${counted(now.ranks, "rank")} · ` : now.script ? `${counted(now.places, "node")} · ` : ""}
                    {counted(now.lanes, now.script ? "core" : "lane")} · {time(now.length)}
                </span>
            )}
        </div>
    );
}

function chooseRun(number: number): void {
    state.runNumber.value = number;
    state.lanes.value = null;
    state.region.value = null;
    state.range.value = null;
    state.detail.value = null;
}

function RangeBox() {
    const { from, to } = state.shownRange.value;
    const [text, setText] = useState<string | null>(null);
    const shown = state.range.value ? `${time(from)} – ${time(to)}` : "whole run";
    const commit = () => {
        if (text === null) return;
        const parts = text.split(/\s*(?:–|—|\.\.|-| to )\s*/).map(readTime);
        if (parts.length === 2 && parts[0] !== null && parts[1] !== null && parts[0]! < parts[1]!)
            state.setRange({ from: parts[0]!, to: parts[1]! });
        else if (/^\s*(whole( run)?)?\s*$/.test(text)) state.setRange(null);
        else if (text !== shown) notice("A time range is two times, such as: 20 ms – 1.5 s");
        setText(null);
    };
    return (
        <div class="range-box">
            <input
                aria-label="Time range"
                size={20}
                value={text ?? shown}
                title="Time range: 20 ms – 1.5 s. Drag in a picture, or use w a s d."
                onFocus={(event) => {
                    setText(shown);
                    event.currentTarget.select();
                }}
                onInput={(event) => setText(event.currentTarget.value)}
                onBlur={commit}
                onKeyDown={(event) => {
                    if (event.key === "Enter") event.currentTarget.blur();
                }}
            />
            {state.range.value && (
                <button type="button" class="plain" aria-label="Show the whole run" title="Show the whole run (0)" onClick={() => state.setRange(null)}>
                    ×
                </button>
            )}
        </div>
    );
}

function Chips() {
    const names = tablesOf(state.runNumber.value);
    const { lanes, region, steps } = state;
    const on = steps.value.filter((step) => step.on).length;
    return (
        <div class="chips">
            {lanes.value && (
                <button type="button" class="chip" title="Show all lanes" onClick={() => (lanes.value = null)}>
                    {lanes.value.length === 1
                        ? laneLabel(names, lanes.value[0]!)
                        : `${count(lanes.value.length)} lanes: ${ranges(lanes.value).slice(0, 20)}`}{" "}
                    ×
                </button>
            )}
            {region.value !== null && (
                <button type="button" class="chip" title="Clear the selected region" onClick={() => (region.value = null)}>
                    {regionName(names, region.value).slice(0, 40)} ×
                </button>
            )}
            {steps.value.length > 0 && (
                <button type="button" class={on > 0 ? "chip filter" : "chip"} title={state.filter.value || "The filter is off"} onClick={() => (state.shellOpen.value = true)}>
                    {on > 0 ? `filter: ${on} of ${steps.value.length} step${steps.value.length === 1 ? "" : "s"}` : "filter: off"}
                </button>
            )}
        </div>
    );
}

async function tried(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
        await work();
        notice(done);
    } catch (error) {
        notice(errorWords(error as Error), true);
    }
}

function Live() {
    const now = state.run.value;
    if (!now) return null;
    const word = STATES[now.state] ?? now.state;
    if (!now.live)
        return (
            <span class={`state-word ${now.state}`} title={[now.state_text ?? "", now.complete ? "" : "not everything was measured: see the overview", now.standalone ?? ""].filter((part) => part !== "").join("; ")}>
                {word}
                {now.complete ? "" : ", incomplete"}
                {now.standalone ? " · copy" : ""}
            </span>
        );
    return (
        <div class="live">
            <span class={state.paused.value ? "state-word" : "state-word running"}>{state.paused.value ? "paused" : "live"}</span>
            <button type="button" onClick={() => (state.paused.value = !state.paused.value)}>
                {state.paused.value ? "Follow" : "Pause"}
            </button>
            <button type="button" title="The program runs on; nothing more is measured." onClick={() => void tried(() => stopMeasuring(now.run), "Measuring was stopped. The program runs on.")}>
                Stop measuring
            </button>
            {state.filter.value && (
                <button type="button" title="The program logs only what passes the filter from now on" onClick={() => void sendInForce(now.run)}>
                    Send filter
                </button>
            )}
            <button type="button" title="The program logs every event from now on" onClick={() => void send(now.run, null)}>
                Log everything
            </button>
            {state.filter.value && (
                <button type="button" title="Copy a command that logs only what passes the filter" onClick={() => void copyCommand()}>
                    Copy filter as command
                </button>
            )}
        </div>
    );
}

/** Sends a condition to the running program, and says who heeds it; null: all events are logged. */
async function send(run: number, lambda: string | null): Promise<void> {
    try {
        const { processes, waiting, no_messages } = await sendFilter(run, lambda);
        const who = processes === 1 ? "1 process logs" : `${count(processes)} processes log`;
        const late = waiting > 0 ? ` ${waiting === processes ? "None" : count(processes - waiting)} of them reached a probe yet; the others follow at their next one.` : "";
        notice(`${who} ${lambda === null ? "every event" : `only ${lambda}`} from now on.${late}${no_messages ? " Calls that communicate are not logged: the run began with a filter that excludes them." : ""}`);
    } catch (error) {
        notice(`The filter was not sent: ${errorWords(error as Error)}`, true);
    }
}

/** Sends the filter in force, if a program can evaluate all its steps while it runs. */
async function sendInForce(run: number): Promise<void> {
    const { lambda, left } = conditionForProbes(state.steps.value);
    if (lambda === null || left.length > 0) {
        notice(`The filter was not sent: a running program knows only .filter(e -> CONDITION), not ${left.join(" ")}. Switch ${left.length === 1 ? "this step" : "these steps"} off, and send it again.`, true);
        return;
    }
    await send(run, lambda);
}

/** Copies the filter as the command that starts a program with it. */
async function copyCommand(): Promise<void> {
    const { command, left } = runCommand(state.steps.value, state.run.value?.command ?? "");
    const more = left.length > 0 ? ` It lacks ${left.join(" ")}, which only chooses from what was logged.` : "";
    try {
        await navigator.clipboard.writeText(command);
        notice(`The command is in the clipboard: ${command}.${more}`);
    } catch {
        notice(`The command: ${command}.${more}`);
    }
}

function SaveMenu() {
    const [open, setOpen] = useState(false);
    const savable = savables.value[state.activeView.value];
    const save = (what: "svg" | "png" | "csv") => {
        setOpen(false);
        if (!savable) return;
        if (what === "csv") saveText(`${savable.name}.csv`, savable.csv!(), "text/csv");
        else if (what === "svg") saveText(`${savable.name}.svg`, savable.svg!(), "image/svg+xml");
        else void tried(() => savePng(`${savable.name}.png`, savable.svg!()), "The picture was saved.");
    };
    return (
        <div class="menu-holder" onKeyDown={(event) => event.key === "Escape" && setOpen(false)}>
            <button type="button" aria-haspopup="menu" aria-expanded={open} disabled={!savable} onClick={() => setOpen(!open)}>
                Save
            </button>
            {open && savable && (
                <div class="menu" role="menu" onMouseLeave={() => setOpen(false)}>
                    {savable.svg && <button type="button" role="menuitem" onClick={() => save("svg")}>Picture as SVG</button>}
                    {savable.svg && <button type="button" role="menuitem" onClick={() => save("png")}>Picture as PNG</button>}
                    {savable.csv && <button type="button" role="menuitem" onClick={() => save("csv")}>Numbers as CSV</button>}
                </div>
            )}
        </div>
    );
}

function OpenArchive() {
    const [open, setOpen] = useState(false);
    const [where, setWhere] = useState("");
    const [near, setNear] = useState<{ name: string; path: string }[]>([]);
    if (standalone()) return null;
    const show = () => {
        setOpen(!open);
        setNear([]);
        if (!open) getNear().then(setNear, () => setNear([]));
    };
    const add = async (path: string) => {
        try {
            const added = await openArchive(path);
            state.runs.value = [...state.runs.value.filter((r) => r.run !== added.run), added];
            chooseRun(added.run);
            setOpen(false);
            setWhere("");
        } catch (error) {
            notice(errorWords(error as Error), true);
        }
    };
    return (
        <div class="menu-holder">
            <button type="button" aria-expanded={open} title="Open another archive" onClick={show}>
                Open
            </button>
            {open && (
                <form
                    class="menu open-form"
                    onSubmit={(event) => {
                        event.preventDefault();
                        void add(where);
                    }}
                >
                    <label>
                        Path of an archive
                        <input
                            placeholder="/home/me/run.tri"
                            value={where}
                            ref={(element) => element?.focus()}
                            onInput={(event) => setWhere(event.currentTarget.value)}
                            onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
                        />
                    </label>
                    <button type="submit">Open</button>
                    {near.length > 0 && (
                        <div class="near" role="group" aria-label="Archives beside those that are open">
                            {near.map((archive) => (
                                <button type="button" class="link" title={clean(archive.path)} onClick={() => void add(archive.path)}>
                                    {clean(archive.name)}
                                </button>
                            ))}
                        </div>
                    )}
                </form>
            )}
        </div>
    );
}

export function Header() {
    return (
        <header class="header">
            <span class="logo" aria-hidden="true">
                <i />
                <i />
                <i />
            </span>
            <h1>Triptych</h1>
            <RunChoice />
            <Live />
            <RangeBox />
            <Chips />
            <span class="spring" />
            {slow.value > 0 && <progress class="slow" aria-label="The server is working" />}
            <OpenArchive />
            <SaveMenu />
            <button type="button" title="Filter shell (/)" aria-pressed={state.shellOpen.value} onClick={() => (state.shellOpen.value = !state.shellOpen.value)}>
                Filter
            </button>
            <button type="button" title="Details (i)" aria-pressed={state.detailOpen.value} onClick={() => (state.detailOpen.value = !state.detailOpen.value)}>
                Details
            </button>
            <button type="button" class="icon" aria-label={dark.value ? "Change to light" : "Change to dark"} title="Light or dark (t)" onClick={nextTheme}>
                {dark.value ? "☀" : "☾"}
            </button>
            <button type="button" class="icon" aria-label="Help" title="Help (?)" onClick={() => (state.helpOpen.value = true)}>
                ?
            </button>
        </header>
    );
}
