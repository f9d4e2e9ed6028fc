// History and saved filters: kept by the browser, for this page's address.
import { signal } from "@preact/signals";

export interface Saved {
    name: string;
    text: string;
}

const MOST = 100;

function load<T>(key: string): T[] {
    try {
        const value: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
        return Array.isArray(value) ? (value as T[]) : [];
    } catch {
        return [];
    }
}

function store(key: string, value: unknown): void {
    try {
        localStorage.setItem(key, JSON.stringify(value));
    } catch {
        // a page from disk may not keep anything: the entries last as long as the page
    }
}

export const past = signal<string[]>(load<string>("triptych-history").filter((text) => typeof text === "string"));
export const saved = signal<Saved[]>(load<Saved>("triptych-saved").filter((entry) => typeof entry?.name === "string" && typeof entry.text === "string"));

export function remember(text: string): void {
    const trimmed = text.trim();
    if (trimmed === "") return;
    past.value = [trimmed, ...past.value.filter((old) => old !== trimmed)].slice(0, MOST);
    store("triptych-history", past.value);
}

export function save(name: string, text: string): void {
    saved.value = [...saved.value.filter((old) => old.name !== name), { name, text }].sort((a, b) => a.name.localeCompare(b.name));
    store("triptych-saved", saved.value);
}

export function unsave(name: string): void {
    saved.value = saved.value.filter((old) => old.name !== name);
    store("triptych-saved", saved.value);
}
