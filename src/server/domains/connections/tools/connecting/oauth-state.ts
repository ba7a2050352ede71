import { z } from "zod";
import { toolNames } from "#contract/choices.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { AppKey } from "#server/platform/key.ts";
import { createOauthStates, type OauthState } from "#server/platform/oauth-state.ts";

const wanted = { tool: z.enum(toolNames), id_user: z.number(), id_session: z.number() };
export type ToolOauthState = OauthState<typeof wanted>;

/** State of OAuth flows at a tool. */
export const createToolOauthStates = (key: AppKey, clock: Clock) =>
  createOauthStates({ key, clock, name: "tool", wanted });
export type ToolOauthStates = ReturnType<typeof createToolOauthStates>;
