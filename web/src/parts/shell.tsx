// The filter shell below the views: editor, steps of the chain, console, history and saved filters.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { errorWords, getQuery } from "../api";
import { choosing, mergeSteps } from "../shell/chain";
import { makeEditor, trouble, type Editor } from "../shell/editor";
import { past, remember, save, saved, unsave } from "../shell/kept";
import { Result } from "../shell/result";
import * as state from "../state";
import type { QueryAnswer } from "../types";
import { notice } from "./notice";

interface Entry {
    query: string;
    run: number;
    answer: QueryAnswer | null;
    error: Error | null;
}

const entries = signal<Entry[]>([]);
const part = signal<"console" | "history" | "saved">("console");
const text = signal("");
const MOST_ENTRIES = 20;
const ROWS = 2000;

/** Applies the calls of a text that choose events to all views, if the server finds no error in it. */
async function apply(typed: string): Promise<void> {
    const calls = choosing(typed);
    if (!calls) return;
    const texts = calls.map((call) => call.text);
    if (texts.length > 0 && (await trouble(`events${texts.join("")}`))) return;
    const next = mergeSteps(state.steps.value, texts);
    if (JSON.stringify(next) !== JSON.stringify(state.steps.value)) state.steps.value = next;
}

async function runQuery(query: string): Promise<void> {
    const asked = query.trim();
    if (asked === "") {
        state.steps.value = [];
        return;
    }
    part.value = "console";
    remember(asked);
    void apply(asked);
    const entry: Entry = { query: asked, run: state.runNumber.value, answer: null, error: null };
    const put = (done: Entry) => (entries.value = [done, ...entries.value.filter((old) => old !== entry)].slice(0, MOST_ENTRIES));
    put(entry);
    try {
        put({ ...entry, answer: await getQuery(entry.run, asked, ROWS) });
    } catch (error) {
        put({ ...entry, error: error as Error });
    }
    entries.value = entries.value.filter((old) => old !== entry);
}

function Steps() {
    const all = state.steps.value;
    const change = (at: number, on: boolean | null) => (state.steps.value = on === null ? all.filter((_, i) => i !== at) : all.map((step, i) => (i === at ? { ...step, on } : step)));
    return (
        <ol class="steps" aria-label="Steps of the filter">
            {all.length === 0 && <li class="nothing">No filter: all events are shown.</li>}
            {all.map((step, i) => (
                <li class={step.on ? "" : "off"}>
                    <label title={step.on ? "Switch this step off" : "Switch this step on"}>
                        <input type="checkbox" checked={step.on} onChange={() => change(i, !step.on)} />
                        <code>{step.text}</code>
                    </label>
                    <button type="button" class="plain" aria-label={`Remove the step ${step.text}`} onClick={() => change(i, null)}>
                        ×
                    </button>
                </li>
            ))}
        </ol>
    );
}

function Console() {
    if (entries.value.length === 0)
        return <p class="nothing">Results appear here. Enter runs the query; “.” or “;” after a complete call applies the chain so far to all views.</p>;
    return (
        <>
            {entries.value.map((entry) => (
                <section class="entry">
                    <code class="asked">{entry.query}</code>
                    {entry.error && (
                        <p class="entry-error" role="alert">
                            {errorWords(entry.error)}
                        </p>
                    )}
                    {!entry.answer && !entry.error && <progress aria-label="The query is running" />}
                    {entry.answer && <Result answer={entry.answer} query={entry.query} run={entry.run} />}
                </section>
            ))}
        </>
    );
}

function List({ items, use, drop }: { items: { key: string; text: string }[]; use: (text: string) => void; drop?: (key: string) => void }) {
    return (
        <ul class="past">
            {items.map((item) => (
                <li>
                    <button type="button" class="link" title="Put into the editor" onClick={() => use(item.text)}>
                        {item.key !== item.text && <b>{item.key}: </b>}
                        <code>{item.text}</code>
                    </button>
                    <button type="button" onClick={() => (use(item.text), void runQuery(item.text))}>
                        Run
                    </button>
                    {drop && (
                        <button type="button" class="plain" aria-label={`Delete ${item.key}`} onClick={() => drop(item.key)}>
                            ×
                        </button>
                    )}
                </li>
            ))}
        </ul>
    );
}

function SaveForm() {
    const [name, setName] = useState("");
    return (
        <form
            class="save-form"
            onSubmit={(event) => {
                event.preventDefault();
                if (name.trim() === "" || text.value.trim() === "") {
                    notice("A saved filter needs a name and a text.", true);
                    return;
                }
                save(name.trim(), text.value.trim());
                setName("");
                part.value = "saved";
            }}
        >
            <input aria-label="Name of the filter" placeholder="name" size={12} value={name} onInput={(event) => setName(event.currentTarget.value)} />
            <button type="submit">Save filter</button>
        </form>
    );
}

export function Shell() {
    const host = useRef<HTMLDivElement>(null);
    const editor = useRef<Editor | null>(null);
    const own = useRef(""); // the filter that came from the editor itself
    useEffect(() => {
        const start = text.value || state.filter.value;
        text.value = start;
        own.current = state.filter.value;
        const made = makeEditor(host.current!, start, {
            changed: (now) => (text.value = now),
            applied: (before) => void apply(before).then(() => (own.current = state.filter.value)),
            run: (now) => void runQuery(now).then(() => (own.current = state.filter.value)),
            leave: () => (document.activeElement as HTMLElement | null)?.blur(),
        });
        editor.current = made;
        const focus = () => made.focus();
        document.addEventListener("triptych-shell", focus);
        if (state.shellWanted.value) focus();
        return () => {
            document.removeEventListener("triptych-shell", focus);
            made.destroy();
        };
    }, []);
    const filter = state.filter.value;
    useEffect(() => {
        const calls = choosing(text.value);
        const typed = calls ? calls.map((call) => call.text).join("") : "";
        if (filter === own.current || (calls && filter === (typed ? `events${typed}` : ""))) return;
        own.current = filter;
        editor.current?.setText(filter);
        text.value = filter;
    }, [filter]);
    const use = (query: string) => {
        editor.current?.setText(query);
        editor.current?.focus();
    };
    return (
        <section class="shell" aria-label="Filter shell">
            <div class="shell-left">
                <div class="shell-editor" ref={host} />
                <div class="shell-buttons">
                    <button type="button" class="main" onClick={() => void runQuery(text.value)}>
                        Run
                    </button>
                    <button
                        type="button"
                        onClick={() => {
                            state.steps.value = [];
                            use("");
                        }}
                    >
                        Clear
                    </button>
                    <SaveForm />
                </div>
                <Steps />
            </div>
            <div class="shell-right">
                <div class="shell-tabs" role="tablist" aria-label="Parts of the shell">
                    {(["console", "history", "saved"] as const).map((id) => (
                        <button type="button" role="tab" aria-selected={part.value === id} class={part.value === id ? "active" : ""} onClick={() => (part.value = id)}>
                            {id === "console" ? "Console" : id === "history" ? "History" : "Saved"}
                        </button>
                    ))}
                    <span class="spring" />
                    <button type="button" class="plain" aria-label="Close the filter shell" onClick={() => (state.shellOpen.value = false)}>
                        ×
                    </button>
                </div>
                <div class="shell-part scroll">
                    {part.value === "console" && <Console />}
                    {part.value === "history" &&
                        (past.value.length > 0 ? <List items={past.value.map((t) => ({ key: t, text: t }))} use={use} /> : <p class="nothing">What you run is listed here.</p>)}
                    {part.value === "saved" &&
                        (saved.value.length > 0 ? <List items={saved.value.map((s) => ({ key: s.name, text: s.text }))} use={use} drop={unsave} /> : <p class="nothing">Give a filter a name and save it: it is listed here.</p>)}
                </div>
            </div>
        </section>
    );
}

