// Light and dark: as the screen wishes, or as chosen.
import { computed, effect, signal } from "@preact/signals";
import { theme } from "./state";

const wish = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-color-scheme: dark)");
const screenDark = signal(wish?.matches ?? false);
wish?.addEventListener("change", () => (screenDark.value = wish.matches));

export const dark = computed(() => (theme.value === "auto" ? screenDark.value : theme.value === "dark"));

export function followTheme(): void {
    effect(() => {
        document.documentElement.dataset["theme"] = dark.value ? "dark" : "light";
    });
}

export function nextTheme(): void {
    theme.value = dark.value ? "light" : "dark";
}
