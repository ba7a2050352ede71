import "./styles/index.css";
import { createRoot } from "react-dom/client";
import { doorPathOf, properPath } from "#contract/doors.ts";
import { isFirstScreen } from "#contract/first-screens.ts";
import { isReminderDue, noteReminded } from "./features/people/auth/reminder.ts";
import { beginWithFirstTexts } from "./lib/i18n.ts";
import { startLanguage } from "./lib/language.ts";
import { startReporting } from "./lib/reporting/report.ts";
import { session } from "./lib/session.ts";
import { recall } from "./lib/storage.ts";
import { applyTheme, watchTheme } from "./lib/theme.ts";
import { watchErrors } from "./shell/fatal.ts";
import { Waiting } from "./shell/waiting.tsx";

/** The application. The pages before sign-in are a separate entry: door-main.tsx. */
const asked = properPath(location.pathname);
// Only a page cached for lack of a connection can have been served for an auth path.
const path = doorPathOf(asked) === undefined ? asked : "/dashboard";
if (path !== location.pathname) history.replaceState(null, "", path + location.search + location.hash);

startReporting();
applyTheme();
watchTheme();
watchErrors();
if (isFirstScreen(path)) beginWithFirstTexts();
void startLanguage();

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root.");
const page = createRoot(root);
page.render(<Waiting />);

// A script that fails to load ends as an unhandled rejection, which shows the error screen.
if (path === "/logout") void import("./shell/session-end.ts").then(({ signOut }) => signOut());
else void enter();

async function enter(): Promise<void> {
  if (recall("app-locked") !== null) {
    const { settleLock } = await import("./shell/lock/settle-lock.ts");
    if (!(await settleLock())) {
      const { openLockScreen } = await import("./shell/lock/lock-screen.tsx");
      return openLockScreen(page);
    }
  }
  const user = session.user();
  if (user && isReminderDue(user)) {
    const { openReminder } = await import("./reminder.tsx");
    await openReminder(page);
    noteReminded(user);
  }
  const { openApplication } = await import("./inside.tsx");
  openApplication(page);
}
