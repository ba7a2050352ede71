import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useChannel } from "#web/lib/realtime.ts";
import { useUser } from "#web/lib/session.ts";

/**
 * Mounted on every screen; listens for changes of the user's permissions in a project, and for invitations. Renders
 * nothing, and never navigates away. Its handlers are loaded when they are first needed.
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
        // Without it there is no message; permissions are refetched all the same.
        () => client.invalidateQueries(),
      );
    },
    "invitations-changed": () => void client.invalidateQueries({ queryKey: ["team"] }),
  };
  useChannel(id === undefined ? null : `private-user-${id}`, handlers, () => void askRightsAgain(client));
  return null;
}

/** Refetches the permissions of loaded data: changes before the connection were missed. */
const askRightsAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ state: { data } }) => typeof data === "object" && data !== null && "can" in data,
  });
