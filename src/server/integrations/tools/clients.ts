import type { ToolName } from "#contract/choices.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { ToolApp } from "./tool-client.ts";

/** What the clients of all three tools are made with. */
export interface ToolClientOptions {
  readonly clock: Clock;
  /** Text of `INTEGRATION_ENDPOINTS`. */
  readonly endpoints: string;
  /** How this site is known there at this moment. */
  readonly app: (tool: ToolName) => ToolApp;
  /** Waits so many milliseconds before a call is made again; a test does not. */
  readonly pause?: (milliseconds: number) => Promise<void>;
}
