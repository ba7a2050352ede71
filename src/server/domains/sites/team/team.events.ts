import { z } from "zod";
import { RightsChanged, TeamChanged } from "#contract/team.ts";
import { defineEvent } from "#server/platform/events/event.ts";

/** Who is in a project, or what somebody may do there, has changed: whoever looks at it asks anew. */
export const teamChanged = defineEvent("team.changed", TeamChanged, {
  broadcast: ({ id_project }) => [
    { channel: `private-project-${id_project}`, event: "team-changed", data: { id_project } },
  ],
});

/**
 * What somebody may do in a project is different now. `is_less`: he has lost something, so his sockets must prove
 * anew what they may hear; his browsers are told first.
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

/** Somebody's invitations are others than before. */
export const invitationsChanged = defineEvent("team.invitations_changed", z.object({ id_user: z.number() }), {
  broadcast: ({ id_user }) => [
    { channel: `private-user-${id_user}`, event: "invitations-changed", data: {} },
  ],
});
