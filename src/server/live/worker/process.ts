import { constants, setPriority } from "node:os";
import type { FromWorker, ToWorker, WorkerSettings } from "../messages.ts";
import { createRecorders } from "../recording/recorder.ts";
import type { Verdict } from "../rtmp/dialogue.ts";
import { listenRtmp } from "../rtmp/server.ts";
import type { RtmpSession } from "../rtmp/session.ts";
import { createTokens } from "../tokens.ts";
import { Channels } from "./channels.ts";
import { listenHttp } from "./http.ts";
import { createSockets } from "./sockets.ts";

/* The media process, forked by supervisor.ts: it receives senders' media and answers players. It has no database, and
 * no network except its listening ports. It may exit at any moment; its parent then starts another. */
const BEAT_MS = 2000;
const TICK_MS = 500;
const LISTEN_AGAIN_MS = 5000;
const CLOSE_MS = 1000;
const APPS = ["live"];

const tell = (message: FromWorker) => void process.send?.(message);
const log = (level: "info" | "warn", text: string, facts: Record<string, unknown> = {}) =>
  tell({ kind: "log", level, text, facts });

async function start(settings: WorkerSettings): Promise<(message: ToWorker) => void> {
  const tokens = createTokens(Buffer.from(settings.secret, "base64"));
  const recorders = createRecorders({ settings, tell, log });
  const channels = new Channels({
    settings,
    recordingOf: (code) => recorders.of(code),
    onState: (code, state) => tell({ kind: "state", code, state, at: Date.now() }),
    onSender: (code) => tell({ kind: "sender", code, at: Date.now() }),
  });
  const port = await listenHttp({ channels, tokens, onUpgrade: createSockets(channels, tokens) });
  // After it is known whether senders reach this process: states of channels are reported by that process alone.
  if (settings.port > 0) await listenPatiently(settings, channels, null);
  if (settings.tls !== null) await listenPatiently(settings, channels, settings.tls);
  setInterval(() => channels.tick(Date.now()), TICK_MS);
  setInterval(() => tell({ kind: "beat", channels: channels.beat(Date.now()) }), BEAT_MS);
  tell({ kind: "ready", port });

  return (message) => {
    if (message.kind === "arm") channels.arm(message);
    else if (message.kind === "disarm") channels.disarm(message.code);
    else if (message.kind === "cede") channels.find(message.code)?.cede();
    else if (message.kind === "revoke") channels.find(message.code)?.viewers.revoke(message.before);
    else {
      channels.endAll();
      void recorders.settled().then(() => process.exit(0));
    }
  };
}

/** A port held by another process is retried: that process may be about to exit. */
async function listenPatiently(
  settings: WorkerSettings,
  channels: Channels,
  tls: WorkerSettings["tls"],
  told = "",
): Promise<void> {
  const port = tls?.port ?? settings.port;
  try {
    await listenRtmp({
      host: settings.host,
      port,
      ...(tls !== null && { tls: { cert: Buffer.from(tls.cert), key: Buffer.from(tls.key) } }),
      apps: APPS,
      perAddress: settings.perAddress,
      authorize: async ({ key, address }, session) => authorize(channels, key, address, session),
      onProblem: (address, problem) => log("info", "live: a sender's connection ended", { address, problem }),
    });
    if (tls === null) tell({ kind: "listening", problem: null });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    if (problem !== told) {
      log("warn", "live: the port of senders cannot be had; tried again every few seconds", {
        port,
        problem,
      });
      if (tls === null) tell({ kind: "listening", problem });
    }
    setTimeout(() => void listenPatiently(settings, channels, tls, problem), LISTEN_AGAIN_MS);
  }
}

const REASONS = {
  replaced: ["NetStream.Publish.Replaced", "Another encoder is using this stream key now."],
  stopped: ["NetStream.Unpublish.Success", "The channel was stopped."],
  idle: ["NetStream.Publish.Idle", "No data received."],
} as const;

function authorize(channels: Channels, key: string, address: string, session: RtmpSession): Verdict {
  const broadcast = channels.withKey(key);
  if (broadcast === undefined) {
    log("info", "live: a sender was refused", { address });
    return { refusal: "This stream key is invalid, or its channel is not started." };
  }
  const place = broadcast.enter({
    sendAway: (reason) => session.sendAway(REASONS[reason][0], REASONS[reason][1]),
  });
  const unknown = new Set<string>();
  return {
    publisher: {
      onTag(tag) {
        if (tag.kind === "config") place.sink.configure(tag.config);
        else if (tag.kind === "unit") place.sink.write(tag.unit);
        else if (tag.kind === "unknown" && !unknown.has(tag.codec)) {
          unknown.add(tag.codec);
          tell({ kind: "trouble", code: broadcast.code, trouble: `${tag.track}_codec` });
          log("warn", "live: a codec that browsers cannot show is left out", {
            code: broadcast.code,
            codec: tag.codec,
          });
        }
      },
      onEnd: () => place.leave(),
    },
  };
}

function main(): void {
  // Media first: a late part freezes the picture.
  try {
    setPriority(constants.priority.PRIORITY_ABOVE_NORMAL);
  } catch {
    // Needs a privilege that the process may lack.
  }
  let obey: ((message: ToWorker) => void) | null = null;
  let waiting: ToWorker[] = [];
  const open = async (settings: WorkerSettings) => {
    obey = await start(settings);
    for (const each of waiting) obey(each);
    waiting = [];
  };
  // The server has exited, perhaps without warning: recordings are closed, then this process exits, too.
  process.on("disconnect", () => {
    obey?.({ kind: "close" });
    setTimeout(() => process.exit(0), obey === null ? 0 : CLOSE_MS);
  });
  // The parent decides when to exit; a Ctrl-C reaches both.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => undefined);
  process.on("message", (message: ToWorker) => {
    if (message.kind === "configure") void open(message.settings);
    else if (obey === null) waiting.push(message);
    else obey(message);
  });
}

if (process.send !== undefined) main();
