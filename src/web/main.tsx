import "./styles/index.css";
import { createRoot } from "react-dom/client";
import { doorAt, openDoor } from "./doors.tsx";
import { startLanguage } from "./lib/language.ts";
import { session } from "./lib/session.ts";
import { applyTheme, watchTheme } from "./lib/theme.ts";
import { watchErrors } from "./shell/fatal.ts";
import { Waiting } from "./shell/waiting.tsx";

applyTheme();
watchTheme();
watchErrors();
void startLanguage();

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root.");
const page = createRoot(root);
page.render(<Waiting />);

// A guest at the front page is at the door already: the application is not fetched to find that out.
if (location.pathname === "/" && session.user() === null) history.replaceState(null, "", "/login");

// A script that does not come ends as an unhandled rejection, which brings up the error screen.
const door = doorAt(location.pathname);
if (door !== undefined) void openDoor(door, page);
else void import("./inside.tsx").then(({ openApplication }) => openApplication(page));
