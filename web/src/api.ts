// Asks the server. Answers are kept for a while; a request that nobody wants any more is aborted. In a standalone
// HTML file the answers are inside the file, and views do not notice the difference.
import { signal } from "@preact/signals";
import { decodeMessages, decodeWaits, decodeWindow, type Messages, type Waits, type Window } from "./decode";
import type { Completion, DataPath, QueryAnswer, Run, ShowAnswer, Tables, WaitList } from "./types";

/** An error with what to do about it. `at` and `end` are byte offsets into a query. */
export class ApiError extends Error {
    constructor(
        message: string,
        readonly hint = "",
        readonly status = 0,
        readonly at: number | null = null,
        readonly end: number | null = null,
    ) {
        super(message);
    }
}

/** What an error says, and what to do about it. */
export function errorWords(error: Error): string {
    const hint = error instanceof ApiError ? error.hint : "";
    return hint ? `${error.message}${/[.!?]$/.test(error.message) ? "" : "."} ${hint}` : error.message;
}

export type Params = Record<string, string | number | boolean | null | undefined>;

/** Builds a path with its parameters in the order of their names, so that equal requests are equal texts. */
export function path(base: string, params: Params = {}): string {
    const parts = Object.entries(params)
        .filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}=${encodeURIComponent(value === true ? "1" : String(value))}`);
    return parts.length > 0 ? `${base}?${parts.join("&")}` : base;
}

interface Kept {
    answer: Promise<unknown>;
    abort: AbortController;
    waiting: number; // askers that have not given up
    done: boolean;
}

const MOST_KEPT = 64;
const kept = new Map<string, Kept>();

/** Number of requests under way for more than half a second. */
export const slow = signal(0);

let embedded: Record<string, unknown> | null | undefined;

/** The answers inside a standalone HTML file; null when there is a server. */
export function standalone(): Record<string, unknown> | null {
    if (embedded === undefined) {
        const element = typeof document === "undefined" ? null : document.getElementById("triptych-data");
        embedded = element ? (JSON.parse(element.textContent ?? "{}") as Record<string, unknown>) : null;
    }
    return embedded;
}

/** Drops what was kept of a run, after it grew. */
export function forget(run: number): void {
    for (const key of [...kept.keys()]) if (key.startsWith(`/api/${run}/`)) kept.delete(key);
}

async function failure(answer: Response): Promise<ApiError> {
    let said: { error?: string; hint?: string; at?: number; end?: number } = {};
    try {
        said = (await answer.json()) as typeof said;
    } catch {
        // not JSON: the status alone is what is known
    }
    if (answer.status === 403 && !said.error)
        return new ApiError(
            "The server does not know this browser.",
            "Open the link that `triptych view` printed: it has the token.",
            403,
        );
    return new ApiError(
        said.error ?? `The server answered with status ${answer.status}.`,
        said.hint ?? "",
        answer.status,
        said.at ?? null,
        said.end ?? null,
    );
}

async function watched<T>(work: Promise<T>): Promise<T> {
    let counted = false;
    const timer = setTimeout(() => {
        counted = true;
        slow.value++;
    }, 500);
    try {
        return await work;
    } finally {
        clearTimeout(timer);
        if (counted) slow.value--;
    }
}

/** The status of an answer that there is nothing to show. */
export const NOTHING = 409;

async function load(url: string, binary: boolean, signal?: AbortSignal): Promise<unknown> {
    const inside = standalone();
    if (inside) return fromFile(inside, url, binary);
    let answer: Response;
    try {
        answer = await fetch(url, { signal: signal ?? null, credentials: "same-origin" });
    } catch (error) {
        if (signal?.aborted) throw error;
        throw new ApiError(
            "The server does not answer.",
            "Start `triptych view` again, and open the link that it prints.",
        );
    }
    if (!answer.ok) throw await failure(answer);
    if (binary && answer.headers.get("Content-Type") !== "application/json") return answer.arrayBuffer();
    const data = (await answer.json()) as { nothing?: string; hint?: string } | null;
    if (typeof data?.nothing === "string") throw new ApiError(data.nothing, data.hint ?? "", NOTHING);
    return data;
}

/** Parameters that ask for less than a standalone file holds, or for another resolution: its answer for the whole run serves. */
const NARROWING = new Set(["from", "to", "pixels", "rows", "lanes", "most", "cycles", "width", "limit", "sections"]);

/** Finds the answer in a standalone file to the request that is nearest: it asks for the same, or for more. */
export function nearest(inside: Record<string, unknown>, url: string): unknown {
    const plain = decodeURIComponent(url);
    if (inside[plain] !== undefined) return inside[plain];
    const [base = "", rest = ""] = plain.split("?", 2);
    const given = rest.split("&").filter((part) => part !== "");
    let best: string | undefined;
    for (const key of Object.keys(inside)) {
        const [keyBase, keyRest = ""] = key.split("?", 2);
        if (keyBase !== base) continue;
        const kept = keyRest.split("&").filter((part) => part !== "");
        const left = given.filter((part) => !kept.includes(part));
        const serves = kept.every((part) => given.includes(part)) && left.every((part) => NARROWING.has(part.split("=")[0] ?? ""));
        if (serves && (best === undefined || key.length > best.length)) best = key;
    }
    return best === undefined ? undefined : inside[best];
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
}

/** Unpacks an answer that a standalone file holds as gzip. */
async function unpack(base64: string): Promise<ArrayBuffer> {
    if (typeof DecompressionStream === "undefined") throw new ApiError("This browser is too old for this file.", "Its data are packed: open it with Chrome 80, Firefox 113, Safari 16.4 or later.");
    return new Response(new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function fromFile(inside: Record<string, unknown>, url: string, binary: boolean): Promise<unknown> {
    const value = nearest(inside, url);
    if (value === undefined)
        throw new ApiError(
            "This file does not contain the data for this view.",
            "`triptych view RUN.tri` shows everything.",
            404,
        );
    const packed = typeof value === "object" && value !== null ? (value as { gzip?: unknown }).gzip : undefined;
    if (typeof packed !== "string") return binary ? bytesOf(value as string).buffer : value;
    const plain = await unpack(packed);
    return binary ? plain : (JSON.parse(new TextDecoder().decode(plain)) as unknown);
}

let underWay = 0;
let whenIdle: (() => void)[] = [];

/** Resolves when no request is under way, or after `most` ms. */
export async function idle(most: number): Promise<void> {
    if (underWay === 0) return;
    await new Promise<void>((done) => {
        whenIdle.push(done);
        setTimeout(done, most);
    });
}

function settled(): void {
    if (--underWay > 0) return;
    const all = whenIdle;
    whenIdle = [];
    for (const done of all) done();
}

/** Waits for a shared answer, until this asker gives up; when all of them have, the request is aborted. */
function share<T>(entry: Kept, signal: AbortSignal | undefined): Promise<T> {
    entry.waiting++;
    if (!signal) return entry.answer as Promise<T>;
    return new Promise<T>((done, wrong) => {
        const leave = () => {
            if (--entry.waiting === 0 && !entry.done) entry.abort.abort();
            wrong(new DOMException("nobody waits for this answer", "AbortError"));
        };
        if (signal.aborted) leave();
        else signal.addEventListener("abort", leave, { once: true });
        entry.answer.then(done as (value: unknown) => void, wrong).finally(() => signal.removeEventListener("abort", leave));
    });
}

/** Asks for a path; equal requests share one answer. */
export function ask<T>(
    url: string,
    options: { signal?: AbortSignal; fresh?: boolean; decode?: (buffer: ArrayBuffer) => T } = {},
): Promise<T> {
    const old = options.fresh ? undefined : kept.get(url);
    if (old && !old.abort.signal.aborted) {
        kept.delete(url);
        kept.set(url, old);
        return share<T>(old, options.signal);
    }
    const abort = new AbortController();
    underWay++;
    const answer = watched(
        load(url, options.decode !== undefined, abort.signal)
            .then((value) => (options.decode ? options.decode(value as ArrayBuffer) : (value as T)))
            .finally(settled),
    );
    const entry: Kept = { answer, abort, waiting: 0, done: false };
    kept.set(url, entry);
    answer.then(
        () => (entry.done = true),
        () => {
            entry.done = true;
            if (kept.get(url) === entry) kept.delete(url);
        },
    );
    for (const key of kept.keys()) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(key);
    }
    return share<T>(entry, options.signal);
}

export async function post<T>(url: string, body: unknown): Promise<T> {
    if (standalone())
        throw new ApiError("This file has no server behind it.", "`triptych view RUN.tri` starts one.");
    let answer: Response;
    try {
        answer = await fetch(url, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            credentials: "same-origin",
            body: JSON.stringify(body),
        });
    } catch {
        throw new ApiError("The server does not answer.", "Start `triptych view` again.");
    }
    if (!answer.ok) throw await failure(answer);
    return (await answer.json()) as T;
}

type Signal = AbortSignal | undefined;

export const getRuns = (): Promise<Run[]> => ask<Run[]>("/api/runs", { fresh: true });
export const getTables = (run: number): Promise<Tables> => ask<Tables>(`/api/${run}/tables`);
export const getReport = <T = Record<string, unknown>>(run: number, params: Params, signal?: Signal): Promise<T> =>
    ask<T>(path(`/api/${run}/report`, params), { signal: signal! });
export const getShow = (run: number, params: Params, signal?: Signal): Promise<ShowAnswer> =>
    ask<ShowAnswer>(path(`/api/${run}/show`, params), { signal: signal! });
export const getLoops = <T = Record<string, unknown>>(run: number): Promise<T> => ask<T>(`/api/${run}/loops`);
export const getCompare = <T = Record<string, unknown>>(run: number, other: number): Promise<T> =>
    ask<T>(path(`/api/${run}/compare`, { with: other, min_percent: "0" }));
export const getChanges = <T = Record<string, unknown>>(run: number, other: number, paths: boolean): Promise<T> =>
    ask<T>(path(`/api/${run}/compare`, { as: paths ? "paths" : "changes", with: other }));
export const getQuery = (run: number, q: string, limit?: number, signal?: Signal): Promise<QueryAnswer> =>
    ask<QueryAnswer>(path(`/api/${run}/query`, { q, limit }), { signal: signal! });
export const getCompletion = (run: number, q: string, at: number): Promise<Completion> =>
    ask<Completion>(path(`/api/${run}/complete`, { q, at }));
export const getWindow = (run: number, params: Params, signal?: Signal): Promise<Window> =>
    ask<Window>(path(`/api/${run}/window`, params), { signal: signal!, decode: decodeWindow });
export const getMessages = (run: number, params: Params, signal?: Signal): Promise<Messages> =>
    ask<Messages>(path(`/api/${run}/messages`, params), { signal: signal!, decode: decodeMessages });
export const getWaits = (run: number, params: Params, signal?: Signal): Promise<Waits> =>
    ask<Waits>(path(`/api/${run}/waits`, params), { signal: signal!, decode: decodeWaits });
export const getWaitList = (run: number, params: Params, signal?: Signal): Promise<WaitList> =>
    ask<WaitList>(path(`/api/${run}/waits`, { list: 1, ...params }), { signal: signal! });
export const getPath = (run: number, message: number): Promise<DataPath> => ask<DataPath>(path(`/api/${run}/path`, { message }));
/** Paths through messages, which a standalone file holds. */
export const getPaths = (run: number): Promise<{ paths: DataPath[]; looked_at: number; messages: number }> => ask(path(`/api/${run}/path`, { list: 1 }));
export const getActivities = <T = Record<string, unknown>>(run: number, params: Params, signal?: Signal): Promise<T> =>
    ask<T>(path(`/api/${run}/activities`, params), { signal: signal! });
export const getSource = <T = Record<string, unknown>>(run: number, file: number): Promise<T> =>
    ask<T>(path(`/api/${run}/source`, { file: String(file) }));
/** Archives beside those that are open. */
export const getNear = async (): Promise<{ name: string; path: string }[]> => ((await load("/api/near", false)) as { archives: { name: string; path: string }[] }).archives;
export const openArchive = (where: string): Promise<Run> => post<Run>("/api/open", { path: where });
/** What a running program answers to a filter that was sent. */
export interface SentFilter {
    filter: string;
    processes: number;
    waiting: number;
    no_messages: boolean;
}

/** Chooses which events the running program logs from now on; null: all of them. */
export const sendFilter = (run: number, filter: string | null): Promise<SentFilter> => post(`/api/${run}/filter`, filter === null ? { all: true } : { filter });

export const stopMeasuring = (run: number): Promise<unknown> => post(`/api/${run}/stop`, {});
