// "Only this" and "without this": they write a step of the filter.
import { addStep } from "../state";

/** Quotes a text for the filter language. */
export function quoted(text: string): string {
    return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`;
}

/** Keeps only events for which a condition on `e` is true. */
export function only(condition: string): void {
    addStep(`.filter(e -> ${condition})`);
}

export function without(condition: string): void {
    addStep(`.filter(e -> !(${condition}))`);
}
