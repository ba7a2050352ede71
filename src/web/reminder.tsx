import type { Root } from "react-dom/client";
import { whenAllTexts } from "./lib/language.ts";
import { session } from "./lib/session.ts";
import { Doorway, showIn } from "./shell/doorway.tsx";
import { setUp } from "./shell/set-up.ts";

/** Reminds a user of the second factor before they continue, at whatever URL they opened. Settles when they continue. */
export async function openReminder(page: Root): Promise<void> {
  const [{ ReminderScreen }] = await Promise.all([
    import("./features/people/auth/reminder-screen.tsx"),
    setUp(),
    whenAllTexts(),
  ]);
  if (!session.user()) return;
  const isWanted = await new Promise<boolean>((decide) =>
    showIn(
      page,
      <Doorway title="shell.titles.reminder">
        <ReminderScreen onActivate={() => decide(true)} onSkip={() => decide(false)} />
      </Doorway>,
    ),
  );
  if (isWanted) history.replaceState(null, "", "/editprofile?section=security");
}
