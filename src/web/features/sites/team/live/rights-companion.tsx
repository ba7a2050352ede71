import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useChannel } from "#web/lib/realtime.ts";
import { useUser } from "#web/lib/session.ts";

/**
 * Stands beside every screen and hears that somebody changed what this person may do in a project, or invited him.
 * Draws nothing, and never leads away from where he is. What it does then is fetched when it is first needed.
 */
export function RightsCompanion() {
  const client = useQueryClient();
  const id = useUser()?.id;
  const handlers = {
    "rights-changed": (data: unknown) => {
      const { id_project, is_member } = (data ?? {}) as { id_project?: unknown; is_member?: unknown };
      if (typeof id_project !== "number" || typeof is_member !== "boolean") return;
      void import("./take-rights.ts").then(
        ({ takeRights }) => takeRights(client, { id_project, is_member }, location.pathname),
        // Without it nothing is said; what may be done is asked for all the same.
        () => client.invalidateQueries(),
      );
    },
    "invitations-changed": () => void client.invalidateQueries({ queryKey: ["team"] }),
  };
  useChannel(id === undefined ? null : `private-user-${id}`, handlers, () => void askRightsAgain(client));
  return null;
}

/** What may be done with the things on the screen: nobody was there to hear that it changed. */
const askRightsAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ state: { data } }) => typeof data === "object" && data !== null && "can" in data,
  });
