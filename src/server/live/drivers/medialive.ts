import { AwsFailure, type AwsSettings, createAwsClient } from "#server/integrations/aws/aws-client.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Log } from "#server/platform/log.ts";
import type { DrivenChannel, DriverData, LiveDriver } from "./driver.ts";
import * as shapes from "./medialive-shapes.ts";
import { createWatch, type Look } from "./watch.ts";

export interface MedialiveOptions extends AwsSettings {
  /** The role under which MediaLive reads and writes for us. */
  readonly roleArn: string;
  /** Networks from which senders may come. */
  readonly senders: readonly string[];
  /** Minutes without a sender after which a channel is stopped: a running one is paid for by the hour. */
  readonly idleMinutes: number;
  /** Other addresses than the region's, for a test or a gateway; empty for their own. */
  readonly endpoints: { readonly medialive: string; readonly mediapackage: string };
  readonly log: Log;
  readonly now?: () => Date;
  readonly every?: number;
  /** Milliseconds between two questions whether something has come about. */
  readonly wait?: number;
}

/** What was made for a channel. Null for what was removed again. */
interface Made {
  readonly package_channel?: string | null;
  readonly endpoint?: string | null;
  readonly manifest?: string | null;
  readonly security_group?: string | null;
  readonly input?: string | null;
  readonly ingest?: string | null;
  readonly channel?: string | null;
}

const group = "sitewalk";
const path = {
  group: "/channelGroup",
  channels: `/channelGroup/${group}/channel`,
  endpoints: (name: string) => `/channelGroup/${group}/channel/${name}/originEndpoint`,
};
/** Milliseconds after which something that should have come about is given up. */
const patience = 15 * 60_000;

/**
 * AWS Elemental MediaLive and MediaPackage. A channel is seven things made one after the other, each written down as
 * soon as it is there, so that a creation that broke off goes on where it ended, and a removal forgets nothing.
 */
export function medialiveDriver(options: MedialiveOptions) {
  const { region, log, now = () => new Date(), every = 10_000, wait = 5000 } = options;
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
  /** Ids of channels that are started, by our codes. */
  const started = new Map<string, string>();
  const alone = new Map<string, number>();
  const watch = createWatch({ log, now, every, look });

  async function look(codes: readonly string[]): Promise<ReadonlyMap<string, Look>> {
    const looks = new Map<string, Look>();
    for (const code of codes) {
      const id = started.get(code);
      if (id === undefined) continue;
      const is = await stateOf(code, id);
      looks.set(code, { is, viewers: 0, signal: null });
    }
    return looks;
  }

  /** A channel that runs and complains of its input has no sender. */
  async function stateOf(code: string, id: string): Promise<Look["is"]> {
    const { state } = await describe(id);
    if (state === "RUNNING") {
      const { alerts } = await medialive<{ alerts?: readonly { alertType?: string }[] }>(
        "GET",
        `/prod/channels/${id}/alerts?stateFilter=SET`,
      );
      const isAlone = (alerts ?? []).some(({ alertType = "" }) => /input|video/i.test(alertType));
      if (!isAlone) {
        alone.delete(code);
        return "on";
      }
      const since = alone.get(code) ?? now().getTime();
      alone.set(code, since);
      if (now().getTime() - since < options.idleMinutes * 60_000) return "off";
      log.warn({ code }, "live: a channel without a sender is stopped, for it costs money");
      await request("PUT-stop", id);
      return "failed";
    }
    return state === "STARTING" || state === "RECOVERING" || state === "UPDATING" ? "off" : "failed";
  }

  const describe = (id: string) => medialive<{ state: string }>("GET", `/prod/channels/${id}`);

  /** Asks for a state; one that is there or on its way already is no mistake. */
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
      if (Date.now() > end) throw new AwsFailure(0, "Timeout", "It took too long.");
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  const steps: readonly ((channel: DrivenChannel, made: Made) => Promise<DriverData | undefined>)[] = [
    async ({ code }, { package_channel }) => {
      if (package_channel != null) return undefined;
      await mediapackage("POST", path.group, { ChannelGroupName: group }).catch(unlessThere);
      await mediapackage("POST", path.channels, shapes.packageChannel(code)).catch(unlessThere);
      return { package_channel: code };
    },
    async ({ code }, { endpoint }) => {
      if (endpoint != null) return undefined;
      const address = path.endpoints(code);
      await mediapackage("POST", address, shapes.originEndpoint(code)).catch(unlessThere);
      const found = await mediapackage<{ Arn: string; HlsManifests: readonly { Url: string }[] }>(
        "GET",
        `${address}/${code}`,
      );
      await mediapackage("PUT", `${address}/${code}/policy`, shapes.readByAll(found.Arn));
      return { endpoint: code, manifest: found.HlsManifests[0]?.Url ?? null };
    },
    async (_, { security_group }) => {
      if (security_group != null) return undefined;
      const made = await medialive<{ securityGroup: { id: string } }>(
        "POST",
        "/prod/inputSecurityGroups",
        shapes.securityGroup(options.senders),
      );
      return { security_group: made.securityGroup.id };
    },
    async (channel, { input, security_group }) => {
      if (input != null) return undefined;
      const made = await medialive<{
        input: { id: string; destinations: readonly { url: string }[] };
      }>(
        "POST",
        "/prod/inputs",
        shapes.input(
          nameOf(channel),
          requestOf(channel, "input"),
          security_group ?? "",
          `live/${channel.key()}`,
        ),
      );
      const url = made.input.destinations[0]?.url ?? "";
      // The last part is the key, which is nowhere kept in the clear.
      return { input: made.input.id, ingest: url.slice(0, url.lastIndexOf("/")) };
    },
    async (channel, { channel: id, input, package_channel }) => {
      if (id != null) return undefined;
      const made = await medialive<{ channel: { id: string } }>(
        "POST",
        "/prod/channels",
        shapes.channel({
          name: nameOf(channel),
          requestId: requestOf(channel, "channel"),
          roleArn: options.roleArn,
          inputId: input ?? "",
          group,
          packageName: package_channel ?? "",
        }),
      );
      return { channel: made.channel.id };
    },
  ];

  /** Makes what is not there yet. */
  async function make(channel: DrivenChannel): Promise<Made> {
    for (const step of steps) {
      const more = await step(channel, channel.data);
      if (more !== undefined) await channel.remember(more);
    }
    return channel.data;
  }

  /** Removes one thing and forgets it; one that is gone already is only forgotten. */
  async function drop(
    channel: DrivenChannel,
    name: keyof Made,
    remove: (id: string) => Promise<unknown>,
  ): Promise<void> {
    const id = (channel.data as Made)[name];
    if (id == null) return;
    await remove(id).catch(unlessMissing);
    await channel.remember({ [name]: null });
  }

  const detach = async (id: string) => {
    await medialive("DELETE", `/prod/channels/${id}`);
    await until(
      () => describe(id).catch((error: unknown) => unlessMissing(error) ?? { state: "DELETED" }),
      ({ state }) => state === "DELETED",
    );
  };

  function follow(code: string, id: string | null | undefined): void {
    if (id == null) return;
    started.set(code, id);
    watch.add(code);
  }

  function unfollow(code: string): void {
    started.delete(code);
    alone.delete(code);
    watch.remove(code);
  }

  async function stop({ code, data }: Pick<DrivenChannel, "code" | "data">): Promise<void> {
    unfollow(code);
    const id = (data as Made).channel;
    if (id == null) return;
    await request("PUT-stop", id).catch(unlessMissing);
  }

  /** Input and encoder alone: MediaPackage's address stays what it is, so that viewers need no other. */
  async function dropEncoder(channel: DrivenChannel): Promise<void> {
    const id = (channel.data as Made).channel;
    if (id != null)
      await until(
        () => describe(id).catch((error: unknown) => unlessMissing(error) ?? { state: "IDLE" }),
        ({ state }) => !["STOPPING", "CREATING", "UPDATING", "STARTING", "RUNNING"].includes(state),
      );
    await drop(channel, "channel", detach);
    await drop(channel, "input", (input) => medialive("DELETE", `/prod/inputs/${input}`));
  }

  const driver: LiveDriver = {
    name: "medialive",
    keepsKey: true,
    isReady: () => true,
    create: (channel) => make(channel).then(() => undefined, refused),
    async start(channel) {
      const { channel: id } = await make(channel).catch(refused);
      if (id == null) return;
      await until(
        () => describe(id),
        ({ state }) => !["CREATING", "STOPPING", "UPDATING"].includes(state),
      ).catch(refused);
      await request("PUT-start", id).catch(refused);
      follow(channel.code, id);
    },
    stop: (channel) => stop(channel).catch(refused),
    async rekey(channel) {
      await dropEncoder(channel).catch(refused);
      await make(channel).catch(refused);
    },
    async delete(channel) {
      await dropEncoder(channel).catch(refused);
      const others: readonly [keyof Made, (id: string) => Promise<unknown>][] = [
        ["security_group", (id) => medialive("DELETE", `/prod/inputSecurityGroups/${id}`)],
        ["endpoint", (id) => mediapackage("DELETE", `${path.endpoints(id)}/${id}`)],
        ["package_channel", (id) => mediapackage("DELETE", `${path.channels}/${id}`)],
      ];
      for (const [name, remove] of others) await drop(channel, name, remove).catch(refused);
    },
    follow: async ({ code, data }) => follow(code, (data as Made).channel),
    unfollow: async (code) => unfollow(code),
    status: ({ code }) => watch.status(code),
    playbackUrls({ code, data }) {
      const { manifest } = data as Made;
      if (manifest == null || !watch.has(code)) return null;
      return { hls: manifest, calm: manifest, instant: null };
    },
    ingest({ data }) {
      const { ingest } = data as Made;
      return ingest == null ? null : { url: ingest, secureUrl: null };
    },
    browserSocket: () => null,
    onEvent: watch.onEvent,
  };
  return { driver, close: () => watch.close() };
}

/** Names that AWS takes: letters, digits, spaces and some signs. */
const nameOf = ({ code, name }: DrivenChannel) =>
  `${name.replaceAll(/[^A-Za-z0-9 _-]/g, "").slice(0, 60)} ${code}`.trim();
/** The same for the same key: a creation whose answer was lost is not made twice. */
const requestOf = ({ code, keyHash }: DrivenChannel, what: string) =>
  `${what}-${code}-${keyHash.toString("hex").slice(0, 16)}`;

const isKind = (error: unknown, kind: string) => error instanceof AwsFailure && error.kind === kind;

function unlessThere(error: unknown): undefined {
  if (isKind(error, "ConflictException")) return undefined;
  throw error;
}

function unlessMissing(error: unknown): undefined {
  if (isKind(error, "NotFoundException") || isKind(error, "ResourceNotFoundException")) return undefined;
  throw error;
}

function refused(error: unknown): never {
  if (error instanceof AppError) throw error;
  throw new AppError("LIVE_DRIVER", {
    values: { reason: error instanceof Error ? error.message : String(error) },
    cause: error,
  });
}
