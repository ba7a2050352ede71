import { z } from "zod";
import { toolNames } from "#contract/choices.ts";
import type { Clock } from "#server/platform/clock.ts";
import { createJourneys, type Journey } from "#server/platform/journeys.ts";
import type { AppKey } from "#server/platform/key.ts";

const wanted = { tool: z.enum(toolNames), id_user: z.number(), id_session: z.number() };
export type ToolJourney = Journey<typeof wanted>;

/** Journeys to a tool and back. */
export const createToolJourneys = (key: AppKey, clock: Clock) =>
  createJourneys({ key, clock, name: "tool", wanted });
export type ToolJourneys = ReturnType<typeof createToolJourneys>;
