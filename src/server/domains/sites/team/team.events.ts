import { z } from "zod";
import { RightsChanged, TeamChanged } from "#contract/team.ts";
import { defineEvent } from "#server/platform/events/event.ts";

/** The members of a project or their rights changed: its viewers refetch. */
export const teamChanged = defineEvent("team.changed", TeamChanged, {
  broadcast: ({ id_project }) => [
    { channel: `private-project-${id_project}`, event: "team-changed", data: { id_project } },
  ],
});

/**
 * A user's rights in a project changed. `is_less`: they lost some, so their sockets must authorize their channels
 * again; their browsers are notified first.
 */
export const rightsChanged = defineEvent(
  "team.rights_changed",
  RightsChanged.extend({ id_user: z.number(), is_less: z.boolean() }),
  {
    broadcast: ({ id_project, id_user, is_member }) => [
      { channel: `private-user-${id_user}`, event: "rights-changed", data: { id_project, is_member } },
    ],
  },
);

/** A user's invitations changed. */
export const invitationsChanged = defineEvent("team.invitations_changed", z.object({ id_user: z.number() }), {
  broadcast: ({ id_user }) => [
    { channel: `private-user-${id_user}`, event: "invitations-changed", data: {} },
  ],
});
