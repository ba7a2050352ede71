import { call } from "#web/lib/client.ts";
import { onResume, subscribe } from "#web/lib/realtime.ts";
import { session } from "#web/lib/session.ts";
import { askUser } from "./session-poll.ts";

/**
 * Hears, while somebody is signed in, that settings were changed, and takes them over: the look of the page, what it
 * offers, and what the person may do by them. Returns what stops it.
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
  // Also when it is first heard: what was changed between the page and that moment was told to nobody.
  const stops = [subscribe(channel, "settings.changed", changed), onResume(take, channel)];
  return () => {
    for (const stop of stops) stop();
  };
}

async function takeSettings(): Promise<void> {
  // What could not be fetched now comes with the next change, the next hour or the next page.
  const settings = await call("GET /api/settings").catch(() => null);
  if (settings === null || JSON.stringify(settings) === JSON.stringify(session.settings())) return;
  session.setSettings(settings);
}
