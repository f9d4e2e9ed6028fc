// The table of views. A view is a component; its key is its place in this table (1 to 9).
import type { VNode } from "preact";
import { Example } from "./views/example";
import { WhenView } from "./views/when/when";
import { Timeline } from "./views/timeline/timeline";

export interface ViewProps {
    run: number;
}

export interface View {
    id: string; // also in links
    title: string;
    what: string; // a sentence: shown as a hint on the tab
    component: (props: ViewProps) => VNode | null;
}

export const views: View[] = [
    { id: "timeline", title: "Timeline", what: "Lanes over time, nested regions, messages", component: Timeline },
    { id: "when", title: "What × When × Where", what: "Utilisation, communication and execution over time and lanes", component: WhenView },
    { id: "example", title: "Example", what: "Shows the frame's parts", component: Example },
];

export function viewOf(id: string): View | undefined {
    return views.find((view) => view.id === id);
}
