// Keeps the state in the address, after the #, so that a link reproduces what is seen.
import { batch, effect } from "@preact/signals";
import { ranges, readRanges } from "./format";
import { splitSteps } from "./shell/chain";
import * as state from "./state";

/** Everything that a link keeps. */
export interface Link {
    run: number;
    views: string[];
    active: string;
    range: state.Range | null;
    lanes: number[] | null;
    region: number | null;
    source: { file: string; line: number } | null;
    steps: state.Step[];
    settings: Record<string, string>;
    theme: state.Theme;
}

export function writeLink(link: Link): string {
    const to = new URLSearchParams();
    if (link.run) to.set("run", String(link.run));
    to.set("view", [link.active, ...link.views.filter((v) => v !== link.active)].join(","));
    if (link.views.length > 1) to.set("order", link.views.join(","));
    if (link.range) to.set("t", `${link.range.from}-${link.range.to}`);
    if (link.lanes) to.set("lanes", ranges(link.lanes));
    if (link.region !== null) to.set("region", String(link.region));
    if (link.source) to.set("source", `${link.source.line}:${link.source.file}`);
    for (const step of link.steps) to.append(step.on ? "filter" : "off", step.text);
    if (link.steps.some((step) => !step.on)) to.set("on", link.steps.map((step) => (step.on ? "1" : "0")).join(""));
    for (const [name, value] of Object.entries(link.settings).sort()) to.set(`.${name}`, value);
    if (link.theme !== "auto") to.set("theme", link.theme);
    return to.toString();
}

function readSteps(from: URLSearchParams): state.Step[] {
    const on = from.getAll("filter");
    const off = from.getAll("off");
    const order = from.get("on") ?? "1".repeat(on.length);
    const steps: state.Step[] = [];
    for (const bit of order) {
        const text = (bit === "1" ? on : off).shift();
        if (text !== undefined) steps.push(...splitSteps(text).map((step) => ({ text: step, on: bit === "1" })));
    }
    return steps;
}

function readSource(text: string | null): Link["source"] {
    const match = /^(\d{1,9}):([^]+)$/.exec(text ?? "");
    return match ? { line: Number(match[1]), file: match[2]! } : null;
}

export function readLink(text: string): Link {
    const from = new URLSearchParams(text.replace(/^#/, ""));
    const views = (from.get("view") ?? "").split(",").filter((id) => /^[a-z-]{1,30}$/.test(id));
    const order = (from.get("order") ?? "").split(",").filter((id) => views.includes(id));
    const t = /^(\d{1,16})-(\d{1,16})$/.exec(from.get("t") ?? "");
    const region = /^\d{1,9}$/.exec(from.get("region") ?? "");
    const theme = from.get("theme");
    const settings: Record<string, string> = {};
    for (const [name, value] of from) if (name.startsWith(".")) settings[name.slice(1)] = value;
    return {
        run: Number(/^\d{1,6}$/.exec(from.get("run") ?? "")?.[0] ?? 0),
        views: order.length === views.length ? order : views,
        active: views[0] ?? "",
        range: t && Number(t[1]) < Number(t[2]) ? { from: Number(t[1]), to: Number(t[2]) } : null,
        lanes: from.get("lanes") ? readRanges(from.get("lanes")!) : null,
        region: region ? Number(region[0]) : null,
        source: readSource(from.get("source")),
        steps: readSteps(from),
        settings,
        theme: theme === "light" || theme === "dark" ? theme : "auto",
    };
}

/** Takes over a link. A view that this page does not have is told, and not opened. */
function take(link: Link, known: readonly string[], unknown: (what: string) => void): void {
    const views = link.views.filter((id) => known.includes(id));
    const strange = link.views.filter((id) => !known.includes(id));
    if (strange.length > 0) unknown(strange.join(", "));
    batch(() => {
        state.runNumber.value = link.run;
        if (views.length > 0) {
            state.openViews.value = views;
            state.activeView.value = views.includes(link.active) ? link.active : views[0]!;
        }
        state.range.value = link.range;
        state.lanes.value = link.lanes;
        state.region.value = link.region;
        state.source.value = link.source;
        state.steps.value = link.steps;
        state.settings.value = link.settings;
        state.theme.value = link.theme;
    });
}

function current(): Link {
    return {
        run: state.runNumber.value,
        views: state.openViews.value,
        active: state.activeView.value,
        range: state.range.value,
        lanes: state.lanes.value,
        region: state.region.value,
        source: state.source.value,
        steps: state.steps.value,
        settings: state.settings.value,
        theme: state.theme.value,
    };
}

/** Takes the state from the address, then keeps the address up to date. Changing the view makes an entry of the
 * browser's history; all other changes replace the newest entry. */
export function followLink(known: readonly string[], unknown: (what: string) => void): void {
    const apply = (link: Link): void => take(link, known, unknown);
    if (location.hash.length > 1) apply(readLink(location.hash));
    let written = location.hash.replace(/^#/, "");
    let view = state.activeView.value;
    let timer = 0;
    effect(() => {
        const link = current();
        const text = writeLink(link);
        if (text === written) return;
        const push = link.active !== view && written !== "";
        const before = written;
        written = text;
        view = link.active;
        clearTimeout(timer);
        if (push) {
            history.replaceState(null, "", `#${before}`); // a change that was about to be written
            history.pushState(null, "", `#${text}`);
        }
        else timer = window.setTimeout(() => history.replaceState(null, "", `#${text}`), 150);
    });
    window.addEventListener("hashchange", () => {
        clearTimeout(timer);
        const text = location.hash.replace(/^#/, "");
        if (text === written) return;
        written = text;
        apply(readLink(text));
    });
}
