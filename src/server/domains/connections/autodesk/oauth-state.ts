import { z } from "zod";
import type { Clock } from "#server/platform/clock.ts";
import type { AppKey } from "#server/platform/key.ts";
import { createOauthStates } from "#server/platform/oauth-state.ts";

/** State of OAuth flows at Autodesk. */
export const createAutodeskOauthStates = (key: AppKey, clock: Clock) =>
  createOauthStates({
    key,
    clock,
    name: "autodesk",
    wanted: { id_user: z.number(), id_session: z.number() },
  });
export type AutodeskOauthStates = ReturnType<typeof createAutodeskOauthStates>;
