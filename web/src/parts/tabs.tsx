// The views as tabs; with the small button, or Shift, a view opens beside the others.
import * as state from "../state";
import { views } from "../views";

export function Tabs() {
    const open = state.openViews.value;
    const active = state.activeView.value;
    const move = (event: KeyboardEvent) => {
        const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (by === 0) return;
        event.preventDefault();
        const at = views.findIndex((view) => view.id === active);
        const next = views[(at + by + views.length) % views.length]!.id;
        state.showView(next);
        document.getElementById(`tab-${next}`)?.focus();
    };
    return (
        <nav class="tabs" role="tablist" aria-label="Views" onKeyDown={move}>
            {views.map((view, i) => (
                <span class={`tab${view.id === active ? " active" : ""}${open.includes(view.id) ? " open" : ""}`}>
                    <button
                        type="button"
                        role="tab"
                        id={`tab-${view.id}`}
                        aria-selected={view.id === active}
                        aria-controls={`view-${view.id}`}
                        tabIndex={view.id === active ? 0 : -1}
                        title={i < 9 ? `${view.what} (${i + 1})` : view.what}
                        onClick={(event) => (event.shiftKey ? state.toggleBeside(view.id) : state.showView(view.id))}
                    >
                        {view.title}
                    </button>
                    {view.id !== active && (
                        <button
                            type="button"
                            class="beside"
                            tabIndex={-1}
                            aria-label={open.includes(view.id) ? `Close ${view.title}` : `Open ${view.title} beside`}
                            title={open.includes(view.id) ? "Close" : "Open beside"}
                            onClick={() => state.toggleBeside(view.id)}
                        >
                            {open.includes(view.id) ? "×" : "+"}
                        </button>
                    )}
                </span>
            ))}
        </nav>
    );
}
