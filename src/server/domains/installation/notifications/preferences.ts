import { z } from "zod";
import { notificationKinds } from "#contract/kinds.ts";
import type { NotificationPreferences } from "#contract/notifications.ts";

/**
 * The stored form: any version of this program may have written it. Kinds that this version does not know stay
 * unchanged; known but unreadable values count as unset.
 */
export type StoredPreferences = Readonly<Record<string, unknown>>;

/** Everything is on by default, by every channel; the browser's own notifications once their owner switches them on. */
const Global = z.object({ browser_enabled: z.boolean().catch(false), mail_enabled: z.boolean().catch(true) });
const on = z.boolean().catch(true);
const Ways = z.object({ bell: on, mail: on, browser: on });

interface Entry {
  readonly id: string;
}

/** The complete answer: the stored values, and the defaults for the rest. */
export function readPreferences(stored: StoredPreferences | null): NotificationPreferences {
  const said = new Map(entriesOf(stored).map((entry) => [entry.id, entry]));
  const general = stored?.["global_settings"];
  return {
    global_settings: Global.parse(isObject(general) ? general : {}),
    preferences: notificationKinds.map((id) => ({ id, ...Ways.parse(said.get(id) ?? {}) })),
  };
}

export type PreferenceChanges = {
  readonly global_settings?: Partial<NotificationPreferences["global_settings"]> | undefined;
  readonly preferences?: NotificationPreferences["preferences"] | undefined;
};

/** The value to store after a change: omitted fields stay, including those of another version. */
export function changePreferences(
  stored: StoredPreferences | null,
  { global_settings = {}, preferences = [] }: PreferenceChanges,
): StoredPreferences {
  const before = stored?.["global_settings"];
  const changed = new Map<string, Entry>(entriesOf(stored).map((entry) => [entry.id, entry]));
  for (const entry of preferences) changed.set(entry.id, { ...changed.get(entry.id), ...entry });
  return {
    ...stored,
    global_settings: { ...(isObject(before) ? before : {}), ...global_settings },
    preferences: [...changed.values()],
  };
}

function entriesOf(stored: StoredPreferences | null): Entry[] {
  const list = stored?.["preferences"];
  return Array.isArray(list) ? list.filter(isEntry) : [];
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isEntry = (value: unknown): value is Entry =>
  isObject(value) && "id" in value && typeof value.id === "string";
