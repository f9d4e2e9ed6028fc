// Starts the page.
import { render } from "preact";
import { App } from "./app";
import { followKeys } from "./keys";
import { followLink } from "./link";
import { followWindow } from "./magnify";
import { start } from "./run";
import { notice } from "./parts/notice";
import { followTheme } from "./theme";
import { views } from "./views";
import "./style.css";

followLink(
    views.map((view) => view.id),
    (what) => notice(`The link names a view that this page does not have: ${what}.`),
);
followTheme();
followKeys();
const page = document.getElementById("page")!;
page.replaceChildren();
followWindow(page);
render(<App />, page);
void start();
