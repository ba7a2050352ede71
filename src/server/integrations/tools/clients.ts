import type { ToolName } from "#contract/choices.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { ToolApp } from "./tool-client.ts";

/** Options of the clients of all three tools. */
export interface ToolClientOptions {
  readonly clock: Clock;
  /** Text of `INTEGRATION_ENDPOINTS`. */
  readonly endpoints: string;
  /** Current registration of this site at the tool. */
  readonly app: (tool: ToolName) => ToolApp;
  /** Waits the given milliseconds before a retry; a test does not. */
  readonly pause?: (milliseconds: number) => Promise<void>;
}
