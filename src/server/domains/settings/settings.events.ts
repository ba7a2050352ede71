import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** Settings were changed: every process reads them again, and every open page is told. */
export const settingsChanged = defineEvent("settings.changed", z.object({ keys: z.array(z.string()) }));
