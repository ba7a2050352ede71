import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** What every page of somebody signed in hears. */
export const settingsChannel = "private-settings";

/**
 * Settings were changed: every process reads them again, and every open page asks for what it may know of them. The
 * names stay inside: which keys an administrator touches is nobody else's business.
 */
export const settingsChanged = defineEvent("settings.changed", z.object({ keys: z.array(z.string()) }), {
  broadcast: () => [{ channel: settingsChannel, event: "settings.changed", data: {} }],
});
