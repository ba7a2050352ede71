import { useQueryClient } from "@tanstack/react-query";
import { useChannel } from "#web/lib/realtime.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { sessionKeys } from "../sessions.queries.ts";
import { AlertsPanel } from "./alerts-panel.tsx";
import { DevicesPanel } from "./devices-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";

/** Everything about the user's own sessions; sessions ended elsewhere are removed at once. */
export function OwnSessions() {
  const client = useQueryClient();
  const { id } = useSignedInUser();
  const renew = () => void client.invalidateQueries({ queryKey: sessionKeys.all });
  useChannel(`private-user-${id}`, { "session.ended": renew }, renew);
  return (
    <div className="mt-4 flex flex-col gap-10">
      <SessionsPanel />
      <DevicesPanel />
      <AlertsPanel />
    </div>
  );
}
