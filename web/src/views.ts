// The table of views. A view is a component; its key is its place in this table (1 to 9).
import type { VNode } from "preact";
import "./tables.css";
import { Communication } from "./views/communication/communication";
import { Compare } from "./views/compare/compare";
import { LoopTree } from "./views/tree/loop_tree";
import { Overview } from "./views/overview/overview";
import { Profile } from "./views/profile/profile";
import { Source } from "./views/source/source";
import { Movement } from "./views/charts/movement";
import { Synchronization } from "./views/charts/synchronization";
import { Timeline } from "./views/timeline/timeline";
import { WhenView } from "./views/when/when";

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
    { id: "overview", title: "Overview", what: "What to know first: time, efficiency, advice, hottest regions", component: Overview },
    { id: "profile", title: "Profile", what: "Routines, loops, I/O and call sites as bars; call tree and flame graph", component: Profile },
    { id: "when", title: "What × When × Where", what: "Utilisation, communication and execution over time and lanes", component: WhenView },
    { id: "timeline", title: "Timeline", what: "Lanes over time, nested regions, messages", component: Timeline },
    { id: "movement", title: "Movement", what: "Activities that move between places and lanes; moves, data, finishes", component: Movement },
    { id: "sync", title: "Synchronization", what: "Who waits in which finish, barrier, lock or call that communicates, and for whom", component: Synchronization },
    { id: "loop-tree", title: "Loop tree", what: "Which loops run inside which, with their trips", component: LoopTree },
    { id: "communication", title: "Communication", what: "Messages between ranks, waits and who caused them", component: Communication },
    { id: "source", title: "Source", what: "Source text with time, visits and trips beside each line", component: Source },
    { id: "compare", title: "Compare", what: "Two runs side by side or as a difference", component: Compare },
];

export function viewOf(id: string): View | undefined {
    return views.find((view) => view.id === id);
}
