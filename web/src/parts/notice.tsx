// A sentence at the bottom of the page that goes away by itself.
import { signal } from "@preact/signals";

const current = signal<{ text: string; bad: boolean } | null>(null);
let timer = 0;

export function notice(text: string, bad = false): void {
    current.value = { text, bad };
    clearTimeout(timer);
    timer = window.setTimeout(() => (current.value = null), bad ? 10_000 : 5_000);
}

export function Notice() {
    const now = current.value;
    return (
        <div class="notice-holder" role="status" aria-live="polite">
            {now && (
                <div class={now.bad ? "notice bad" : "notice"}>
                    {now.text}
                    <button type="button" class="plain" aria-label="Close" onClick={() => (current.value = null)}>
                        ×
                    </button>
                </div>
            )}
        </div>
    );
}
