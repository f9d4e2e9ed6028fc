// On a large screen everything is drawn larger: text stays readable, and the views fill the window. The factor is that of CSS's
// `zoom`: inside the page, lengths are as on a smaller screen; pointer positions and boxes of the browser are not.
import { signal } from "@preact/signals";

const WIDTH = 2560; // largest window that is not magnified
const HEIGHT = 1440;
const STEP = 0.25;
const MOST = 3;

/** How much larger than on a usual screen everything is drawn. */
export const magnified = signal(1);

/** The factor for a window of this size. */
export function factorOf(width: number, height: number): number {
    const fits = Math.min(width / WIDTH, height / HEIGHT);
    return Math.min(MOST, Math.max(1, Math.floor(fits / STEP) * STEP));
}

/** A position of the pointer inside a box, in lengths of the page. */
export function inside(event: { clientX: number; clientY: number }, box: { left: number; top: number }): { x: number; y: number } {
    return { x: (event.clientX - box.left) / magnified.value, y: (event.clientY - box.top) / magnified.value };
}

/** Magnifies an element as its window wants it, in browsers in which lengths inside it are then as described above. */
export function followWindow(element: HTMLElement): void {
    if (!("currentCSSZoom" in element)) return;
    const follow = (): void => {
        magnified.value = factorOf(window.innerWidth, window.innerHeight);
        element.style.zoom = magnified.value === 1 ? "" : String(magnified.value);
    };
    follow();
    window.addEventListener("resize", follow);
}
