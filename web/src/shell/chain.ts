// Splits the text of a query into its calls, without understanding more of the language than strings, regular
// expressions, comments and brackets: the server knows the rest.

export interface Call {
    text: string; // ".filter(e -> e.rank == 3)"
    name: string;
    from: number; // in UTF-16 units
    to: number;
}

export interface Chain {
    stream: string; // "events"; empty if there is none
    calls: Call[];
    complete: boolean; // nothing is open at the end
    rest: string; // what follows the last complete call
}

/** Index after the bracket that closes the one at `at`; -1 if it is not closed. */
function closing(text: string, at: number): number {
    let depth = 0;
    for (let i = at; i < text.length; i++) {
        const c = text[i]!;
        if (c === '"' || c === "'") {
            i = afterQuoted(text, i, c) - 1;
            if (i < 0) return -1;
        } else if (c === "/" && /[(,=]\s*$/.test(text.slice(0, i))) {
            i = afterQuoted(text, i, "/") - 1;
            if (i < 0) return -1;
        } else if ("([{".includes(c)) depth++;
        else if (")]}".includes(c) && --depth === 0) return i + 1;
    }
    return -1;
}

function afterQuoted(text: string, at: number, mark: string): number {
    for (let i = at + 1; i < text.length; i++) {
        if (text[i] === "\\") i++;
        else if (text[i] === mark) return i + 1;
    }
    return -1;
}

/** Splits one statement: a stream and calls on it. */
export function splitChain(text: string): Chain {
    const start = /^\s*([A-Za-z_]\w*)\s*/.exec(text);
    const chain: Chain = { stream: start?.[1] ?? "", calls: [], complete: false, rest: "" };
    let at = start?.[0].length ?? 0;
    for (;;) {
        const match = /^\s*\.\s*([A-Za-z_]\w*)\s*\(/.exec(text.slice(at));
        if (!match) break;
        const end = closing(text, at + match[0].length - 1);
        if (end < 0) break;
        const from = at + match[0].search(/\./);
        chain.calls.push({ text: text.slice(from, end), name: match[1]!, from, to: end });
        at = end;
    }
    chain.rest = text.slice(at);
    chain.complete = chain.stream !== "" && /^\s*;?\s*$/.test(chain.rest);
    return chain;
}

/** The calls of a text that was typed into a link, such as .filter(e -> e.rank == 3).within(1s, 2s); the text itself if it is no
 * chain of calls: the server says what is wrong with it. */
export function splitSteps(text: string): string[] {
    const { calls, rest } = splitChain(`events${text}`);
    return calls.length > 0 && rest.trim() === "" ? calls.map((call) => call.text) : [text];
}

/** Calls that choose events and change nothing else: these filter the views. */
const CHOOSING = new Set(["filter", "within", "overlaps"]);

/** The calls that filter all views: those on events before the first that does more than choose. Null if the text is
 * no chain on events. */
export function choosing(text: string): Call[] | null {
    const chain = splitChain(lastStatement(text));
    if (chain.stream !== "events" && chain.stream !== "eventStream") return null;
    const end = chain.calls.findIndex((call) => !CHOOSING.has(call.name));
    return end < 0 ? chain.calls : chain.calls.slice(0, end);
}

/** The statement after the last semicolon that has one. */
export function lastStatement(text: string): string {
    const parts = splitStatements(text);
    return parts[parts.length - 1] ?? "";
}

export function splitStatements(text: string): string[] {
    const parts: string[] = [];
    let from = 0;
    for (let i = 0; i < text.length; i++) {
        const c = text[i]!;
        if (c === '"' || c === "'") {
            const end = afterQuoted(text, i, c);
            if (end < 0) break;
            i = end - 1;
        } else if (c === ";") {
            parts.push(text.slice(from, i));
            from = i + 1;
        }
    }
    parts.push(text.slice(from));
    return parts.filter((part) => part.trim() !== "");
}

/** Steps after new text was typed: calls of the text are on; steps that are off stay where they were. */
export function mergeSteps(old: readonly { text: string; on: boolean }[], typed: readonly string[]): { text: string; on: boolean }[] {
    const result = typed.map((text) => ({ text, on: true }));
    old.forEach((step, i) => {
        if (!step.on && !typed.includes(step.text)) result.splice(Math.min(i, result.length), 0, { ...step });
    });
    return result;
}

/** Converts between offsets in UTF-16 units, which the editor counts, and bytes of UTF-8, which the server counts. */
export function toBytes(text: string, at: number): number {
    return new TextEncoder().encode(text.slice(0, at)).length;
}

export function fromBytes(text: string, bytes: number): number {
    const encoder = new TextEncoder();
    let count = 0;
    let at = 0;
    for (const c of text) {
        if (count >= bytes) break;
        count += encoder.encode(c).length;
        at += c.length;
    }
    return at;
}
