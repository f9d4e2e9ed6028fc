// Starts the page.
import { render } from "preact";
import { App } from "./app";
import { followKeys } from "./keys";
import { followLink } from "./link";
import { start } from "./run";
import { followTheme } from "./theme";
import "./style.css";

followLink();
followTheme();
followKeys();
const page = document.getElementById("page")!;
page.replaceChildren();
render(<App />, page);
void start();
