import { onResume, subscribe } from "#web/lib/realtime.ts";
import { session } from "#web/lib/session.ts";
import { askUser } from "./session-poll.ts";

/**
 * Listens, while a user is signed in, for the end of one of their sessions elsewhere, and checks at once whether it was
 * this one. Returns a function that stops it.
 */
export function followSessionEvents(): () => void {
  let heard: number | undefined;
  let stop: () => void = () => undefined;
  const ask = () => {
    if (session.user()) void askUser();
  };
  const follow = () => {
    const id = session.user()?.id;
    if (id === heard) return;
    stop();
    heard = id;
    stop = id === undefined ? () => undefined : hear(id, ask);
  };
  follow();
  const unfollow = session.onUser(follow);
  return () => {
    unfollow();
    stop();
  };
}

function hear(id: number, ask: () => void): () => void {
  const stops = [
    subscribe(`private-user-${id}`, "session.ended", ask),
    subscribe(`private-user-${id}`, "account-changed", ask),
    onResume(ask),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
