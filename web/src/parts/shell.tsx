// The filter shell below the views.
import * as state from "../state";

export function Shell() {
    return (
        <section class="shell" aria-label="Filter shell">
            <ol class="steps">
                {state.steps.value.map((step, i) => (
                    <li>
                        <label>
                            <input
                                type="checkbox"
                                checked={step.on}
                                onChange={() => (state.steps.value = state.steps.value.map((s, j) => (i === j ? { ...s, on: !s.on } : s)))}
                            />
                            <code>{step.text}</code>
                        </label>
                    </li>
                ))}
            </ol>
        </section>
    );
}
