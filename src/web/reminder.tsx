import type { Root } from "react-dom/client";
import { whenTexts } from "./lib/language.ts";
import { session } from "./lib/session.ts";
import { Doorway, showIn } from "./shell/doorway.tsx";
import { setUp } from "./shell/set-up.ts";

/** Reminds somebody of the second factor before he goes in, at whatever address he opened. Settles when he goes on. */
export async function openReminder(page: Root): Promise<void> {
  const [{ ReminderScreen }] = await Promise.all([
    import("./features/people/auth/reminder-screen.tsx"),
    setUp(),
    whenTexts(),
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
