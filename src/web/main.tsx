import "./styles/index.css";
import { doorAt, openDoor } from "./doors.tsx";
import { startLanguage } from "./lib/language.ts";
import { applyTheme, watchTheme } from "./lib/theme.ts";
import { watchErrors } from "./shell/fatal.ts";

applyTheme();
watchTheme();
watchErrors();
void startLanguage();

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root.");
const door = doorAt(location.pathname);
if (door !== undefined) void openDoor(door, root);
else void import("./inside.tsx").then(({ openApplication }) => openApplication(root));
