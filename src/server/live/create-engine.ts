import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { CHILD_IDLE_MS } from "#server/platform/fork-child.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import { createChannelStates } from "./channel-states.ts";
import type { ArmedChannel, LiveEngine, LiveEvent } from "./engine.ts";
import { createLiveRoutes, type LiveRoutes, type OtherCarriers } from "./live-routes.ts";
import type { FromWorker, RecordingMessage, ToWorker, WorkerSettings } from "./messages.ts";
import { recoverRecordings } from "./recording/folder.ts";
import { supervise } from "./supervisor.ts";
import { createTokens } from "./tokens.ts";

export interface EngineOptions {
  readonly log: Log;
  readonly key: AppKey;
  /** The data folder of the installation. */
  readonly dataDir: string;
  /** Public address of this server; its own pages may open sockets. */
  readonly publicUrl: string;
  readonly settings: Omit<WorkerSettings, "secret" | "folder">;
  /** Milliseconds since 1970 by a clock that all nodes share; this machine's own by default. */
  readonly now?: () => number;
  /** Channels that other nodes carry; omitted where there are no other nodes. */
  readonly elsewhere?: OtherCarriers;
  /** Milliseconds without a channel after which the media process ends. */
  readonly idleMs?: number;
}

export interface RunningEngine extends LiveEngine {
  /** Routes mounted by the web server. */
  readonly door: LiveRoutes;
  /** Closes recordings that a crash left open, and reports them. */
  start(): Promise<void>;
  /** The same for those whose writer is gone since; called periodically. */
  tidy(): Promise<void>;
  readonly pid: number | undefined;
}

const SEND_MS = 60_000;
/** Milliseconds to wait for a process that is being started. */
const ARM_MS = 5000;
/** Age in milliseconds of ended recordings that are reported again at a start. */
const TOLD_AGAIN_MS = 24 * 3_600_000;
const AGAIN_MS = 3000;

/** The media server: its process starts with the first started channel. */
export function createLiveEngine(options: EngineOptions): RunningEngine {
  const { log, key, dataDir, publicUrl, settings } = options;
  const folder = join(dataDir, "live");
  const secret = key.derive("live.tokens");
  const addressing = createAddressing(options, createTokens(secret));
  const revoked = new Map<string, number>();
  const listeners: ((event: LiveEvent) => void)[] = [];
  let port: number | null = null;
  let portProblem: string | null = null;
  let again: NodeJS.Timeout | undefined;
  let idling: NodeJS.Timeout | undefined;

  const emit = (event: LiveEvent) => {
    for (const listener of listeners) listener(event);
  };
  const recover = (told: number) => tellOfRecovered({ folder, told, emit, log });
  const known = createChannelStates(settings.graceMs, emit);
  const { armed, states, beats, held, hold, release, become } = known;
  const armMessage = (channel: ArmedChannel) => armMessageOf(channel, revoked.get(channel.code) ?? 0);
  const supervisor = supervise({
    log,
    greeting: () => [
      { kind: "configure", settings: { ...settings, folder, secret: secret.toString("base64") } },
      ...[...armed.values()].map(armMessage),
    ],
    onMessage: hear,
    onGone() {
      port = null;
      beats.clear();
      for (const [code, { state }] of states) if (armed.has(code) && state !== "starting") hold(code);
      void recover(Date.now());
    },
  });

  const door = createLiveRoutes({ port: () => port, publicUrl, elsewhere: options.elsewhere });

  /** Ends a media process without channels; never one that has been given a channel meanwhile. */
  const restWhenIdle = () => {
    clearTimeout(idling);
    if (armed.size > 0) return;
    idling = setTimeout(() => armed.size === 0 && supervisor.rest(), options.idleMs ?? CHILD_IDLE_MS);
    idling.unref();
  };

  function hear(message: FromWorker): void {
    if (message.kind === "ready") port = message.port;
    else if (message.kind === "listening") portProblem = message.problem;
    else if (message.kind === "beat") for (const beat of message.channels) beats.set(beat.code, beat);
    else if (message.kind === "sender")
      emit({ kind: "sender", code: message.code, at: new Date(message.at) });
    else if (message.kind === "state") known.hear(message, portProblem !== null);
    else if (message.kind === "trouble") emit(message);
    else if (message.kind === "recording") emit(recordingEvent(message));
    else log[message.level](message.facts, message.text);
  }

  /**
   * A sender may connect as soon as a channel is reported as started: its process knows the channel by then, or has no
   * port.
   */
  const settled = (code: string): Promise<void> =>
    waitWhile(() => !states.has(code) && portProblem === null && armed.has(code), ARM_MS);

  return {
    door,
    async start() {
      const told = Date.now() - TOLD_AGAIN_MS;
      await recover(told);
      // The media process of a killed server closes its recordings by itself, and may still be doing so.
      again = setTimeout(() => void recover(told), AGAIN_MS);
      again.unref();
    },
    tidy: () => recover(Date.now()),
    get pid() {
      return supervisor.pid;
    },
    get problem() {
      return settings.port === 0 ? "off" : portProblem;
    },
    async arm(channel) {
      armed.set(channel.code, channel);
      door.readmit(channel.code);
      if (supervisor.pid === undefined) supervisor.start();
      else supervisor.send(armMessage(channel));
      await settled(channel.code);
    },
    cede(code) {
      door.readmit(code);
      release(code);
      supervisor.send({ kind: "cede", code });
      if (armed.has(code)) become(code, "starting", Date.now());
    },
    async disarm(code) {
      armed.delete(code);
      door.readmit(code);
      release(code);
      beats.delete(code);
      supervisor.send({ kind: "disarm", code });
      become(code, "idle", Date.now());
      restWhenIdle();
    },
    async revoke(code, before) {
      revoked.set(code, before.getTime());
      door.readmit(code);
      supervisor.send({ kind: "revoke", code, before: before.getTime() });
    },
    carried: known.carried,
    status: known.status,
    ...addressing,
    onEvent: (listener) => void listeners.push(listener),
    async close() {
      clearTimeout(again);
      clearTimeout(idling);
      for (const code of held.keys()) release(code);
      await supervisor.close();
    },
  };
}

/** `revoked`: viewers' links issued before are no longer valid. */
const armMessageOf = ({ code, keyHash, record, linksSince }: ArmedChannel, revoked: number): ToWorker => ({
  kind: "arm",
  code,
  keyHash: keyHash.toString("hex"),
  record,
  since: Math.max(linksSince?.getTime() ?? 0, revoked),
});

/** Addresses of a channel for viewers, sending browsers and encoders. */
function createAddressing(
  { settings, now }: Pick<EngineOptions, "settings" | "now">,
  tokens: ReturnType<typeof createTokens>,
): Pick<LiveEngine, "addresses" | "browserSocket" | "ingest"> {
  const issued = () => Math.round(now?.() ?? Date.now());
  return {
    addresses(code, expires, viewer = randomBytes(9).toString("base64url")) {
      const admitted = { session: viewer, issued: issued(), expires: expires.getTime() };
      const base = `/media/live/${code}/${tokens.write("watch", code, admitted)}`;
      return { hls: `${base}/live.m3u8`, calm: `${base}/calm.m3u8`, instant: `${base}/watch` };
    },
    browserSocket(code) {
      const expires = new Date(Date.now() + SEND_MS);
      const admitted = { session: "sender", issued: issued(), expires: expires.getTime() };
      return { socket: `/media/live/${code}/${tokens.write("send", code, admitted)}/send`, expires };
    },
    ingest(host) {
      const secure = settings.tls === null ? null : `rtmps://${host}:${settings.tls.port}/live`;
      return {
        url: `rtmp://${host}${settings.port === 1935 ? "" : `:${settings.port}`}/live`,
        secureUrl: secure,
      };
    },
  };
}

async function waitWhile(isComing: () => boolean, most: number): Promise<void> {
  const end = Date.now() + most;
  while (isComing() && Date.now() < end) await new Promise((resume) => setTimeout(resume, 20));
}

/** Closes recordings that a crash left open before `told`, and reports them. */
async function tellOfRecovered(of: {
  readonly folder: string;
  readonly told: number;
  readonly emit: (event: LiveEvent) => void;
  readonly log: Log;
}): Promise<void> {
  try {
    for (const { folder, facts, ...ended } of await recoverRecordings(of.folder, of.told))
      of.emit(recordingEvent({ kind: "recording", ...facts, folder, ...ended, problem: null }));
  } catch (error) {
    of.log.error({ error }, "live: recordings left open by a crash could not be finished");
  }
}

function recordingEvent(message: RecordingMessage): LiveEvent {
  const { code, folder, startedAt, endedAt, seconds, bytes, width, height, problem } = message;
  return {
    kind: "recording",
    code,
    folder,
    startedAt: new Date(startedAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
    seconds,
    bytes,
    width,
    height,
    problem,
  };
}
