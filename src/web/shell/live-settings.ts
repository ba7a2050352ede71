import { call } from "#web/lib/client.ts";
import { onResume, subscribe } from "#web/lib/realtime.ts";
import { session } from "#web/lib/session.ts";
import { askUser } from "./session-poll.ts";

/**
 * Listens for changed settings while a user is signed in, and applies them: the theme of the page, its features, and
 * the user's permissions. Returns a function that stops it.
 */
export function hearSettings(): () => void {
  let stop: (() => void) | undefined;
  const follow = () => {
    const isWanted = Boolean(session.user());
    if (isWanted === (stop !== undefined)) return;
    stop?.();
    stop = isWanted ? hear() : undefined;
  };
  follow();
  const unfollow = session.onUser(follow);
  return () => {
    unfollow();
    stop?.();
  };
}

const channel = "private-settings";

function hear(): () => void {
  const take = () => void takeSettings();
  const changed = () => {
    take();
    void askUser();
  };
  // Also on first subscription: changes between the page load and that moment reached no listener.
  const stops = [subscribe(channel, "settings.changed", changed), onResume(take, channel)];
  return () => {
    for (const stop of stops) stop();
  };
}

async function takeSettings(): Promise<void> {
  // A failed fetch is made up for by the next change, the next hour or the next page.
  const settings = await call("GET /api/settings").catch(() => null);
  if (settings === null || JSON.stringify(settings) === JSON.stringify(session.settings())) return;
  session.setSettings(settings);
}
