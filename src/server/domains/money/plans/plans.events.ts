import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** A user's usage, or what counts towards their plan, has changed. */
export const usageChanged = defineEvent("usage.changed", z.object({ id_user: z.number() }));
