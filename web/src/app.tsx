// The layout: header, tabs, views side by side, details at the right, filter shell below.
import { useErrorBoundary } from "preact/hooks";
import { DetailPanel } from "./parts/detail";
import { Header } from "./parts/header";
import { Help } from "./parts/help";
import { Notice } from "./parts/notice";
import { Shell } from "./parts/shell";
import { Failed, Loading } from "./parts/states";
import { Tabs } from "./parts/tabs";
import { startError } from "./run";
import * as state from "./state";
import { type View, viewOf, views } from "./views";

function ViewHolder({ view, active }: { view: View; active: boolean }) {
    const [error, reset] = useErrorBoundary((raised: unknown) => console.error(raised));
    const several = state.openViews.value.length > 1;
    const Component = view.component;
    return (
        <section
            class={active && several ? "view active" : "view"}
            id={`view-${view.id}`}
            role="tabpanel"
            aria-label={view.title}
            onFocusCapture={() => (state.activeView.value = view.id)}
            onPointerDownCapture={() => (state.activeView.value = view.id)}
        >
            {several && (
                <div class="view-head">
                    <h2>{view.title}</h2>
                    <button type="button" class="plain" aria-label={`Close ${view.title}`} onClick={() => state.toggleBeside(view.id)}>
                        ×
                    </button>
                </div>
            )}
            <div class="view-body">
                {error ? (
                    <div class="state failed" role="alert">
                        <p class="state-title">This view failed: {(error as Error).message}</p>
                        <button type="button" onClick={reset}>
                            Try again
                        </button>
                    </div>
                ) : (
                    <Component run={state.runNumber.value} />
                )}
            </div>
        </section>
    );
}

function Body() {
    if (startError.value) return <Failed error={startError.value} />;
    if (!state.run.value) return <Loading what="the run" />;
    const open = state.openViews.value.map((id) => viewOf(id)).filter((view) => view !== undefined);
    const shown = open.length > 0 ? open : [views[0]!];
    return (
        <>
            {shown.map((view) => (
                <ViewHolder key={view.id} view={view} active={view.id === state.activeView.value} />
            ))}
        </>
    );
}

export function App() {
    return (
        <div class="app">
            <Header />
            <Tabs />
            <div class="middle">
                <main class="views">
                    <Body />
                </main>
                {state.detailOpen.value && <DetailPanel />}
            </div>
            {state.shellOpen.value && <Shell />}
            <Help />
            <Notice />
        </div>
    );
}
