import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** Channel of every page of a signed-in user. */
export const settingsChannel = "private-settings";

/**
 * Settings were changed: every process reloads them, and every open page requests its part. The names stay internal:
 * the keys that an administrator changes are not public.
 */
export const settingsChanged = defineEvent("settings.changed", z.object({ keys: z.array(z.string()) }), {
  broadcast: () => [{ channel: settingsChannel, event: "settings.changed", data: {} }],
});
