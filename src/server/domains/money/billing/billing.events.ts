import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/**
 * A customer's payment deadline may have changed: open pages reload the signed-in user, whose data says what is still
 * allowed.
 */
export const deadlineChanged = defineEvent("billing.deadline_changed", z.object({ id_user: z.number() }), {
  broadcast: ({ id_user }) => [{ channel: `private-user-${id_user}`, event: "account-changed", data: {} }],
});
