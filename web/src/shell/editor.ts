// The editor of the filter shell: CodeMirror with the server's completion and its errors. It lives in a shadow root,
// because the page's policy allows no style elements, and CodeMirror then uses constructed style sheets.
import { autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { linter, type Diagnostic } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, placeholder, tooltips } from "@codemirror/view";
import { ApiError, ask, getCompletion, path } from "../api";
import { runNumber } from "../state";
import { fromBytes, toBytes } from "./chain";

export interface EditorHooks {
    changed: (text: string, typed: boolean) => void;
    applied: (text: string) => void; // `.` or `;` was typed after a complete call: the text before it
    run: (text: string) => void;
    leave: () => void;
}

export interface Editor {
    focus: () => void;
    text: () => string;
    setText: (text: string) => void;
    destroy: () => void;
}

const look = EditorView.theme({
    "&": { height: "100%", fontSize: "13px", color: "var(--text)", background: "var(--raised)" },
    "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
    ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
    ".cm-content": { caretColor: "var(--text)", padding: "6px 0" },
    ".cm-cursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
    ".cm-placeholder": { color: "var(--faint)" },
    "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { background: "var(--accent-soft) !important" },
    ".cm-tooltip": { background: "var(--raised)", border: "1px solid var(--line)", borderRadius: "6px", color: "var(--text)", maxWidth: "520px", boxShadow: "var(--shadow)" },
    ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "210px" },
    ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--accent)", color: "var(--page)" },
    ".cm-completionDetail": { color: "var(--faint)", fontStyle: "normal", fontFamily: "system-ui, sans-serif", marginLeft: "12px" },
    "li[aria-selected] .cm-completionDetail": { color: "inherit" },
    ".cm-diagnostic": { padding: "4px 10px", whiteSpace: "pre-wrap", fontFamily: "system-ui, sans-serif" },
    ".cm-diagnostic-error": { borderLeft: "4px solid var(--bad)" },
    ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad)", textUnderlineOffset: "3px" },
    ".cm-matchingBracket": { background: "var(--accent-soft)" },
});

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
    const text = context.state.doc.toString();
    if (!context.explicit && !/[\w.(]$/.test(text.slice(0, context.pos))) return null;
    try {
        const answer = await getCompletion(runNumber.value, text, toBytes(text, context.pos));
        if (answer.words.length === 0) return null;
        return {
            from: fromBytes(text, answer.from),
            options: answer.words.map((word) => ({ label: word.text, detail: word.note ?? "" })),
            validFor: /^\w*$/,
        };
    } catch {
        return null;
    }
}

/** Asks what is wrong with a query, without running it. Null: nothing. */
export async function trouble(text: string): Promise<ApiError | null> {
    if (text.trim() === "") return null;
    const prefix = "explain ";
    try {
        await ask(path(`/api/${runNumber.value}/query`, { q: prefix + text }));
        return null;
    } catch (error) {
        if (!(error instanceof ApiError) || error.at === null) return null;
        const move = (at: number | null) => (at === null ? null : Math.max(0, at - prefix.length));
        return new ApiError(error.message, error.hint, error.status, move(error.at), move(error.end));
    }
}

async function findErrors(view: EditorView): Promise<Diagnostic[]> {
    const text = view.state.doc.toString();
    if (/(?:^|;)\s*(?:let|explain)\b/.test(text)) return [];
    const wrong = await trouble(text);
    if (!wrong || wrong.at === null) return [];
    const from = Math.min(text.length, fromBytes(text, wrong.at));
    const to = Math.min(text.length, Math.max(from + 1, fromBytes(text, wrong.end ?? wrong.at)));
    const unfinished = from >= text.trimEnd().length;
    if (unfinished && view.hasFocus) return []; // still being typed
    const hint = wrong.hint.length > 240 ? `${wrong.hint.slice(0, 240)}…` : wrong.hint;
    return [{ from: Math.min(from, Math.max(0, to - 1)), to, severity: "error", message: hint ? `${wrong.message}\n${hint}` : wrong.message }];
}

export function makeEditor(host: HTMLElement, text: string, hooks: EditorHooks): Editor {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    const holder = document.createElement("div");
    holder.style.height = "100%";
    root.replaceChildren(holder);
    const view = new EditorView({
        parent: holder,
        root,
        state: EditorState.create({
            doc: text,
            extensions: [
                look,
                history(),
                closeBrackets(),
                EditorView.lineWrapping,
                EditorView.contentAttributes.of({ "aria-label": "Filter" }),
                placeholder("events.filter(e -> e.duration > 3ms).groupBy(e -> e.name).count()"),
                autocompletion({ override: [complete], activateOnTypingDelay: 120, interactionDelay: 0 }),
                tooltips({ position: "fixed" }),
                linter(findErrors, { delay: 350 }),
                keymap.of([
                    {
                        key: "Enter",
                        run: (at) => {
                            hooks.run(at.state.doc.toString());
                            return true;
                        },
                    },
                    {
                        key: "Escape",
                        run: () => {
                            hooks.leave();
                            return true;
                        },
                    },
                    ...closeBracketsKeymap,
                    ...completionKeymap,
                    ...historyKeymap,
                    ...defaultKeymap,
                ]),
                EditorView.updateListener.of((update) => {
                    if (!update.docChanged) return;
                    const typed = update.transactions.some((change) => change.isUserEvent("input") || change.isUserEvent("delete"));
                    const now = update.state.doc.toString();
                    hooks.changed(now, typed);
                    const at = update.state.selection.main.head;
                    if (typed && update.transactions.some((change) => change.isUserEvent("input")) && /[.;]/.test(now[at - 1] ?? "")) hooks.applied(now.slice(0, at - 1));
                }),
            ],
        }),
    });
    return {
        focus: () => view.focus(),
        text: () => view.state.doc.toString(),
        setText: (next) => {
            if (next !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next }, selection: { anchor: next.length } });
        },
        destroy: () => view.destroy(),
    };
}
