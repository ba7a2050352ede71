import { useCallback, useSyncExternalStore } from "react";
import { subscribe } from "./realtime.ts";
import { createStore, type Store } from "./store.ts";

/** A member who is currently present. */
export interface PresentMember {
  /** The account id as text. */
  readonly id: string;
  readonly name: string;
  /** URL of the avatar; null when there is none. */
  readonly avatar: string | null;
}

interface Watched {
  readonly members: Store<readonly PresentMember[]>;
  watchers: number;
  stop: (() => void) | undefined;
}

/** The values pusher-js gives: an iterable list when the subscription succeeds, one member at a time after that. */
interface Raw {
  readonly id: string;
  readonly info: { readonly name?: unknown; readonly avatar?: unknown } | null;
}

/** A screen change drops a channel and subscribes to it again a moment later: the list must not be lost in between. */
const GRACE = 1_000;
const nobody: readonly PresentMember[] = [];
const watched = new Map<string, Watched>();

const read = ({ id, info }: Raw): PresentMember => ({
  id,
  name: typeof info?.name === "string" ? info.name : "",
  avatar: typeof info?.avatar === "string" ? info.avatar : null,
});

function begin(channel: string): Watched {
  const members = createStore<readonly PresentMember[]>(nobody);
  const without = (id: string) => members.get().filter((member) => member.id !== id);
  const stops = [
    subscribe(channel, "pusher:subscription_succeeded", (data) => {
      const list: PresentMember[] = [];
      (data as { each(take: (member: Raw) => void): void }).each((member) => list.push(read(member)));
      members.set(list);
    }),
    subscribe(channel, "pusher:member_added", (data) => {
      const member = read(data as Raw);
      members.set([...without(member.id), member]);
    }),
    subscribe(channel, "pusher:member_removed", (data) => members.set(without(read(data as Raw).id))),
  ];
  const entry = { members, watchers: 0, stop: () => stops.forEach((stop) => stop()) };
  watched.set(channel, entry);
  return entry;
}

function watch(channel: string, changed: () => void): () => void {
  const entry = watched.get(channel) ?? begin(channel);
  entry.watchers += 1;
  const ignore = entry.members.subscribe(changed);
  return () => {
    ignore();
    entry.watchers -= 1;
    setTimeout(() => {
      if (entry.watchers > 0 || watched.get(channel) !== entry) return;
      watched.delete(channel);
      entry.stop?.();
    }, GRACE);
  };
}

/**
 * The members of a presence channel, including the current user, longest-present first; the caller is present as long
 * as the component is mounted. Empty until the subscription succeeds, and with null.
 */
export function usePresence(channel: string | null): readonly PresentMember[] {
  const join = useCallback(
    (changed: () => void) => (channel === null ? () => undefined : watch(channel, changed)),
    [channel],
  );
  return useSyncExternalStore(join, () =>
    channel === null ? nobody : (watched.get(channel)?.members.get() ?? nobody),
  );
}
