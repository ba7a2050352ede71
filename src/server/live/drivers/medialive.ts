import { AppError } from "#server/platform/errors.ts";
import type { DrivenChannel, LiveDriver } from "./driver.ts";
import { createMedialiveCalls, type MedialiveOptions, unlessMissing } from "./medialive-calls.ts";
import { createMedialiveParts, type Made, path } from "./medialive-parts.ts";
import { createSenderCheck } from "./medialive-senders.ts";
import { createWatch } from "./watch.ts";

/**
 * AWS Elemental MediaLive and MediaPackage. A channel is seven resources created one after the other, each recorded as
 * soon as it exists, so that an interrupted creation resumes where it stopped, and a deletion leaves nothing.
 */
export function medialiveDriver(options: MedialiveOptions) {
  const { log, now = () => new Date(), every = 10_000 } = options;
  const calls = createMedialiveCalls(options);
  const { medialive, mediapackage, describe, request, until } = calls;
  const { make, drop } = createMedialiveParts(calls, options);
  /** Ids of started channels, by our codes. */
  const started = new Map<string, string>();
  const senders = createSenderCheck(calls, options, started);
  const watch = createWatch({ log, now, every, look: senders.look });

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
    senders.forget(code);
    watch.remove(code);
  }

  async function stop({ code, data }: Pick<DrivenChannel, "code" | "data">): Promise<void> {
    unfollow(code);
    const id = (data as Made).channel;
    if (id == null) return;
    await request("PUT-stop", id).catch(unlessMissing);
  }

  /** Deletes input and encoder alone: MediaPackage's address stays, so that viewers need no other. */
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

function refused(error: unknown): never {
  if (error instanceof AppError) throw error;
  throw new AppError("LIVE_DRIVER", {
    values: { reason: error instanceof Error ? error.message : String(error) },
    cause: error,
  });
}
