import "./styles/index.css";
import { createRoot } from "react-dom/client";
import { properPath, publicPathOf } from "#contract/doors.ts";
import { doorAt, openDoor } from "./doors.tsx";
import { onlyTextsOf } from "./lib/i18n.ts";
import { startLanguage } from "./lib/language.ts";
import { startReporting } from "./lib/reporting/report.ts";
import { applyTheme, watchTheme } from "./lib/theme.ts";
import { watchErrors } from "./shell/fatal.ts";
import { Waiting } from "./shell/waiting.tsx";

/** Entry point of the sign-in pages. The build gives it Preact instead of React: see docs/decisions/web-application.md. */
const path = properPath(location.pathname);
if (path !== location.pathname) history.replaceState(null, "", path + location.search + location.hash);

startReporting();
applyTheme();
watchTheme();
watchErrors();
onlyTextsOf(publicPathOf(path) === undefined ? "doors" : "public");
void startLanguage();

const [root, door] = [document.querySelector("#root"), doorAt(path)];
if (root === null || door === undefined)
  throw new Error("This page was given for an address that is no door.");
const page = createRoot(root);
page.render(<Waiting />);
// A script that fails to load ends as an unhandled rejection, which shows the error screen.
void openDoor(door, page);
