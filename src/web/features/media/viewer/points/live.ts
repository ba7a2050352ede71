import type { RealtimeBoot } from "#contract/pages.ts";
import { realtimeAddress } from "#web/lib/realtime-address.ts";
import { createRealtimeClient } from "#web/lib/realtime-client.ts";
import { proveChannel } from "#web/lib/realtime-proof.ts";
import { onRemembered } from "#web/lib/storage.ts";
import { watch } from "#web/lib/store.ts";
import type { Tour } from "../tour.ts";

/** Shows members other users' changes at once: points, added and deleted rooms, a new north. */
export function followProject(tour: Tour, boot: RealtimeBoot, signal: AbortSignal): void {
  // The user's other pages lock when they are inactive without a connection; this one then shows the lock as well.
  const stopLock = onRemembered("app-locked", (value) => value !== null && location.replace("/dashboard"));
  signal.addEventListener("abort", stopLock, { once: true });
  const client = createRealtimeClient({
    ...realtimeAddress(boot, location),
    load: async () => (await import("pusher-js")).default,
    authorize: proveChannel,
  });
  const inRoom = (data: unknown): number | undefined => (data as { id_room?: number } | null)?.id_room;
  const points = (data: unknown) => void tour.refresh(inRoom(data));
  const snags = (data: unknown) => {
    for (const room of (data as { rooms?: readonly number[] } | null)?.rooms ?? []) void tour.refresh(room);
  };
  const visit = () => void tour.renew();
  const all = () => {
    visit();
    void tour.refresh();
  };
  let stops: (() => void)[] = [];
  const leave = () => {
    for (const stop of stops) stop();
    stops = [];
  };
  let heard: number | null = null;
  // The tour may continue in another project's visit; it never leads from a member's to a guest's.
  watch(tour.visit, signal, ({ id_project }) => {
    if (id_project === heard) return;
    heard = id_project;
    leave();
    if (id_project === null) return;
    const channel = `private-project-${id_project}`;
    stops = [
      client.subscribe(channel, "room.points", points),
      client.subscribe(channel, "snag.changed", snags),
      ...["room.added", "room.deleted", "room.ready", "room.failed", "visit.changed"].map((event) =>
        client.subscribe(channel, event, visit),
      ),
      // Also on the first subscription: events since the page was rendered were missed.
      client.subscribe(channel, "pusher:subscription_succeeded", all),
    ];
  });
  signal.addEventListener("abort", leave);
}
