import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** What somebody has made, or what counts towards his plan, is another number now. */
export const usageChanged = defineEvent("usage.changed", z.object({ id_user: z.number() }));
