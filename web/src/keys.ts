// The keyboard: one table, which the help shows, too.
import * as state from "./state";
import { nextTheme } from "./theme";
import { views } from "./views";

export interface Key {
    keys: string[]; // values of KeyboardEvent.key
    shown: string;
    what: string;
    group: "Time" | "Views" | "Selection" | "Page";
    act: (event: KeyboardEvent) => void;
}

export const keys: Key[] = [
    { keys: ["w", "W"], shown: "w", what: "zoom in", group: "Time", act: () => state.zoom(0.7, state.hovered.value?.time) },
    { keys: ["s", "S"], shown: "s", what: "zoom out", group: "Time", act: () => state.zoom(1 / 0.7, state.hovered.value?.time) },
    { keys: ["a", "A"], shown: "a", what: "move to earlier times", group: "Time", act: () => state.pan(-0.2) },
    { keys: ["d", "D"], shown: "d", what: "move to later times", group: "Time", act: () => state.pan(0.2) },
    { keys: ["0"], shown: "0", what: "show the whole run", group: "Time", act: () => state.setRange(null) },
    { keys: ["f", "F"], shown: "f", what: "zoom to the selection", group: "Time", act: () => zoomToSelection() },
    {
        keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
        shown: "1 to 9",
        what: "show a view; with Alt, open or close it beside the others (Alt+0: the tenth)",
        group: "Views",
        act: (event) => chooseView(event),
    },
    { keys: ["["], shown: "[", what: "show the view before", group: "Views", act: () => stepView(-1) },
    { keys: ["]"], shown: "]", what: "show the next view", group: "Views", act: () => stepView(1) },
    { keys: ["Escape"], shown: "Esc", what: "clear the selection, then the lanes, then the time range", group: "Selection", act: () => escape() },
    { keys: ["/"], shown: "/", what: "go to the filter shell", group: "Page", act: () => openShell() },
    { keys: ["i", "I"], shown: "i", what: "show or hide the details", group: "Page", act: () => (state.detailOpen.value = !state.detailOpen.value) },
    { keys: ["t", "T"], shown: "t", what: "change between light and dark", group: "Page", act: () => nextTheme() },
    { keys: ["?"], shown: "?", what: "show this help", group: "Page", act: () => (state.helpOpen.value = !state.helpOpen.value) },
];

/** Keys that views heed themselves, listed in the help. */
export const viewKeys: { shown: string; what: string }[] = [
    { shown: "arrows", what: "move in lists and pictures" },
    { shown: "Enter", what: "open or select what is marked" },
];

function zoomToSelection(): void {
    const wanted = state.selectedTime.value;
    if (!wanted) return;
    const edge = (wanted.to - wanted.from) * 0.05;
    state.setRange({ from: wanted.from - edge, to: wanted.to + edge });
}

function chooseView(event: KeyboardEvent): void {
    const view = views[Number(event.key) - 1];
    if (!view) return;
    if (event.altKey) state.toggleBeside(view.id);
    else state.showView(view.id);
}

function stepView(by: number): void {
    const at = views.findIndex((view) => view.id === state.activeView.value);
    state.showView(views[(at + by + views.length) % views.length]!.id);
}

function escape(): void {
    if (state.helpOpen.value) state.helpOpen.value = false;
    else state.clearSelection();
}

function openShell(): void {
    state.shellWanted.value = true;
    state.shellOpen.value = true;
    document.dispatchEvent(new CustomEvent("triptych-shell"));
}

function isTyping(target: EventTarget | null): boolean {
    const element = target as HTMLElement | null;
    if (!element?.matches) return false;
    if (element.shadowRoot?.querySelector(".cm-editor")) return true;
    return element.isContentEditable || element.matches("textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=range])");
}

const MOVES = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

/** With the focus nowhere, as after a view was chosen by its number, arrows go to the picture or list of the view. */
function moveInView(event: KeyboardEvent): boolean {
    if (!MOVES.includes(event.key) || event.target !== document.body || state.helpOpen.value) return false;
    const main = document.querySelector<HTMLElement>(".view.active [tabindex='0']:not(button, input)") ?? document.querySelector<HTMLElement>(".view [tabindex='0']:not(button, input)");
    if (!main) return false;
    main.focus();
    main.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true, cancelable: true }));
    return true;
}

export function followKeys(): void {
    document.addEventListener("keydown", (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
        if (isTyping(event.target)) {
            if (event.key === "Escape") (event.target as HTMLElement).blur();
            return;
        }
        if (event.altKey && !/^[0-9]$/.test(event.key)) return;
        if (event.altKey && event.key === "0") {
            event.preventDefault();
            state.toggleBeside(views[9]!.id);
            return;
        }
        if (moveInView(event)) {
            event.preventDefault();
            return;
        }
        const key = keys.find((entry) => entry.keys.includes(event.key));
        if (!key) return;
        event.preventDefault();
        key.act(event);
    });
}
