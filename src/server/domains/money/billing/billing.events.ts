import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** A customer's last day to pay may be another: open pages ask who is signed in, which says what is still possible. */
export const deadlineChanged = defineEvent("billing.deadline_changed", z.object({ id_user: z.number() }), {
  broadcast: ({ id_user }) => [{ channel: `private-user-${id_user}`, event: "account-changed", data: {} }],
});
