import "./styles/index.css";
import { createRoot } from "react-dom/client";
import { doorAt, openDoor, openReminder, properPath } from "./doors.tsx";
import { isReminderDue, noteReminded } from "./features/auth/reminder.ts";
import { onlyDoorTexts } from "./lib/i18n.ts";
import { startLanguage } from "./lib/language.ts";
import { session } from "./lib/session.ts";
import { applyTheme, watchTheme } from "./lib/theme.ts";
import { watchErrors } from "./shell/fatal.ts";
import { Waiting } from "./shell/waiting.tsx";

const guest = session.user() === null;
let path = properPath(location.pathname);
// A guest at the front page is at the door already: the application is not fetched to find that out.
if (path === "/" && guest) path = "/login";
if (path !== location.pathname) history.replaceState(null, "", path + location.search + location.hash);
const door = doorAt(path);

applyTheme();
watchTheme();
watchErrors();
if (door !== undefined) onlyDoorTexts();
void startLanguage();

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root.");
const page = createRoot(root);
page.render(<Waiting />);

// A script that does not come ends as an unhandled rejection, which brings up the error screen.
if (door !== undefined) void openDoor(door, page);
else if (path === "/logout") void import("./shell/session-end.ts").then(({ signOut }) => signOut());
else void enter();

async function enter(): Promise<void> {
  const user = session.user();
  if (user && isReminderDue(user)) {
    await openReminder(page);
    noteReminded(user);
  }
  const { openApplication } = await import("./inside.tsx");
  openApplication(page);
}
