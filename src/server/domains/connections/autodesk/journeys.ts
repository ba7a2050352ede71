import { z } from "zod";
import type { Clock } from "#server/platform/clock.ts";
import { createJourneys } from "#server/platform/journeys.ts";
import type { AppKey } from "#server/platform/key.ts";

/** Journeys to Autodesk and back. */
export const createAutodeskJourneys = (key: AppKey, clock: Clock) =>
  createJourneys({
    key,
    clock,
    name: "autodesk",
    wanted: { id_user: z.number(), id_session: z.number() },
  });
export type AutodeskJourneys = ReturnType<typeof createAutodeskJourneys>;
