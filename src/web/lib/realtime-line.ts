import type { AppBoot } from "#contract/pages.ts";
import { realtimeAddress } from "./realtime-address.ts";
import { createRealtimeClient, type RealtimeClient } from "./realtime-client.ts";
import { proveChannel } from "./realtime-proof.ts";

/** Opens this page's connection to the endpoint given by the server. */
export const openLine = (boot: NonNullable<AppBoot["realtime"]>): RealtimeClient =>
  createRealtimeClient({
    ...realtimeAddress(boot, location),
    load: async () => (await import("pusher-js")).default,
    authorize: proveChannel,
  });
