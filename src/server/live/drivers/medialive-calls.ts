import { AwsFailure, type AwsSettings, createAwsClient } from "#server/integrations/aws/aws-client.ts";
import type { Log } from "#server/platform/log.ts";

export interface MedialiveOptions extends AwsSettings {
  /** The role under which MediaLive reads and writes on our behalf. */
  readonly roleArn: string;
  /** Networks from which senders may connect. */
  readonly senders: readonly string[];
  /** Minutes without a sender after which a channel is stopped: a running one is charged by the hour. */
  readonly idleMinutes: number;
  /** Replaces the region's addresses, for a test or a gateway; empty for the default. */
  readonly endpoints: { readonly medialive: string; readonly mediapackage: string };
  readonly log: Log;
  readonly now?: () => Date;
  readonly every?: number;
  /** Milliseconds between two polls for a state. */
  readonly wait?: number;
}

/** Timeout in milliseconds for reaching a state. */
const patience = 15 * 60_000;

/** The two services with the calls that the driver needs. */
export function createMedialiveCalls(options: MedialiveOptions) {
  const { region, wait = 5000 } = options;
  const medialive = createAwsClient(
    options,
    "medialive",
    options.endpoints.medialive || `https://medialive.${region}.amazonaws.com`,
  );
  const mediapackage = createAwsClient(
    options,
    "mediapackagev2",
    options.endpoints.mediapackage || `https://mediapackagev2.${region}.amazonaws.com`,
  );
  const describe = (id: string) => medialive<{ state: string }>("GET", `/prod/channels/${id}`);

  /** Requests a state; one that is reached or in progress already is no error. */
  async function request(what: "PUT-start" | "PUT-stop", id: string): Promise<void> {
    const verb = what === "PUT-start" ? "start" : "stop";
    const fitting = verb === "start" ? ["STARTING", "RUNNING", "RECOVERING"] : ["STOPPING", "IDLE"];
    await medialive("POST", `/prod/channels/${id}/${verb}`).catch(async (error: unknown) => {
      if (!isKind(error, "ConflictException")) throw error;
      const { state } = await describe(id);
      if (!fitting.includes(state)) throw error;
    });
  }

  async function until<T>(ask: () => Promise<T>, isThere: (answer: T) => boolean): Promise<T> {
    const end = Date.now() + patience;
    for (;;) {
      const answer = await ask();
      if (isThere(answer)) return answer;
      if (Date.now() > end) throw new AwsFailure(0, "Timeout", "The request timed out.");
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  return { medialive, mediapackage, describe, request, until };
}

export type MedialiveCalls = ReturnType<typeof createMedialiveCalls>;

const isKind = (error: unknown, kind: string) => error instanceof AwsFailure && error.kind === kind;

export function unlessThere(error: unknown): undefined {
  if (isKind(error, "ConflictException")) return undefined;
  throw error;
}

export function unlessMissing(error: unknown): undefined {
  if (isKind(error, "NotFoundException") || isKind(error, "ResourceNotFoundException")) return undefined;
  throw error;
}
