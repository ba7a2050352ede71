import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import {
  createMediamtxClient,
  type MediamtxPath,
  type MediamtxSettings,
} from "#server/integrations/mediamtx/mediamtx-client.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { LiveSignal } from "../engine.ts";
import type { DrivenChannel, LiveDriver } from "./driver.ts";
import { createWatch, type Look } from "./watch.ts";

export interface MediamtxOptions extends MediamtxSettings {
  /** Address for senders: `rtmp://media.example:1935`. */
  readonly rtmp: string;
  /** Address of its HLS server for browsers: `https://media.example:8888`. */
  readonly hls: string;
  readonly key: AppKey;
  readonly log: Log;
  readonly now?: () => Date;
  readonly every?: number;
}

/** MediaMTX's authentication request, for every sender and every reader (`authMethod: http`). */
const Question = z.object({
  action: z.string().max(50),
  path: z.string().max(500),
  query: z.string().max(2000).default(""),
  password: z.string().max(500).default(""),
  token: z.string().max(500).default(""),
});

const folder = "live";
const purpose = "mediamtx";
const hookPurpose = "mediamtx.hook";

/**
 * A MediaMTX server next to ours. Channels are its paths `live/<code>`; it calls our hook to authorize senders (the key
 * in the address's query) and readers (a token with an expiry), so that its configuration contains no key.
 */
export function mediamtxDriver(options: MediamtxOptions) {
  const { key, log, now = () => new Date(), every = 2000 } = options;
  const client = createMediamtxClient(options);
  const armed = new Map<string, Buffer>();
  const meter = createMeter(now);
  const passes = createPasses({ key, now, armed });
  const pathOf = (code: string) => `${folder}/${code}`;
  const watch = createWatch({ log, now, every, look });

  async function look(codes: readonly string[]): Promise<ReadonlyMap<string, Look>> {
    const paths = new Map((await client.paths()).map((path) => [path.name, path]));
    return new Map(
      codes.map((code): [string, Look] => {
        const path = paths.get(pathOf(code));
        if (path === undefined || !path.isReady) {
          meter.forget(code);
          return [code, { is: "off", viewers: path?.readers ?? 0, signal: null }];
        }
        const { bitrate, isQuiet } = meter.measure(code, path);
        return [
          code,
          { is: isQuiet ? "quiet" : "on", viewers: path.readers, signal: signalOf(path, bitrate) },
        ];
      }),
    );
  }

  /** The service may call any node. */
  function follow({ code, keyHash }: Pick<DrivenChannel, "code" | "keyHash">): void {
    armed.set(code, keyHash);
    watch.add(code);
  }

  function unfollow(code: string): void {
    armed.delete(code);
    watch.remove(code);
    meter.forget(code);
  }

  const driver: LiveDriver = {
    name: "mediamtx",
    keepsKey: false,
    isReady: () => true,
    senderKey: (code, streamKey) => `${code}?key=${streamKey}`,
    async create({ code, record }) {
      await client.setPath(pathOf(code), { record }).catch(refused);
    },
    async start(channel) {
      await client.setPath(pathOf(channel.code), { record: channel.record }).catch(refused);
      follow(channel);
    },
    async stop({ code }) {
      // From here on no sender is admitted, whatever the service answers.
      unfollow(code);
      await client
        .path(pathOf(code))
        .then((path) => client.kick(path?.source ?? null))
        .catch(refused);
    },
    async rekey() {},
    async delete({ code }: Pick<DrivenChannel, "code">) {
      await client.removePath(pathOf(code)).catch(refused);
    },
    follow: async (channel) => follow(channel),
    unfollow: async (code) => unfollow(code),
    status: ({ code }) => watch.status(code),
    playbackUrls({ code }, expires) {
      if (!watch.has(code)) return null;
      const hls = `${options.hls.replace(/\/+$/, "")}/${pathOf(code)}/index.m3u8?token=${passes.token(code, expires)}`;
      return { hls, calm: hls, instant: null };
    },
    ingest: () => ({ url: `${options.rtmp.replace(/\/+$/, "")}/${folder}`, secureUrl: null }),
    browserSocket: () => null,
    onEvent: watch.onEvent,
  };

  const hookPath = `/hooks/mediamtx/${key.sign(hookPurpose, "address").slice(0, 32)}`;
  return {
    driver,
    /** Path of our server for MediaMTX's `authHTTPAddress`; knowing it only allows authorization requests. */
    hookPath,
    async hook(app: FastifyInstance): Promise<void> {
      app.post(hookPath, async (request, reply) => {
        const question = Question.safeParse(request.body);
        // 401 asks a client for credentials, which those that have none send the second time.
        return reply.code(question.success && passes.mayDo(question.data) ? 204 : 401).send();
      });
    },
    close: () => watch.close(),
  };
}

const refused = (error: unknown): never => {
  throw new AppError("LIVE_DRIVER", {
    values: { reason: error instanceof Error ? error.message : String(error) },
    cause: error,
  });
};

/** Measures what a path sends, by the growth of its byte count. */
function createMeter(now: () => Date) {
  const bytes = new Map<string, { count: number; at: number; changedAt: number }>();

  /** A sender whose byte count does not grow is connected and silent. */
  function measure(code: string, path: MediamtxPath): { bitrate: number; isQuiet: boolean } {
    const at = now().getTime();
    const before = bytes.get(code);
    const grew = before === undefined || path.bytes !== before.count;
    const changedAt = grew ? at : before.changedAt;
    bytes.set(code, { count: path.bytes, at, changedAt });
    const seconds = before === undefined ? 0 : (at - before.at) / 1000;
    const bitrate = seconds > 0 ? Math.max(0, (path.bytes - (before?.count ?? 0)) * 8) / seconds : 0;
    return { bitrate, isQuiet: at - changedAt >= 3000 };
  }

  return { measure, forget: (code: string) => void bytes.delete(code) };
}

/** Authorizes senders and viewers for MediaMTX. */
function createPasses({
  key,
  now,
  armed,
}: {
  readonly key: AppKey;
  readonly now: () => Date;
  /** SHA-256 of the keys that admit senders, by channel. */
  readonly armed: ReadonlyMap<string, Buffer>;
}) {
  const token = (code: string, expires: Date) => {
    const until = Math.floor(expires.getTime() / 1000).toString(36);
    return `${until}.${key.sign(purpose, `${code} ${until}`)}`;
  };

  /** Whether the client in MediaMTX's request is allowed its action. */
  function mayDo({ action, path, query, password, token: bearer }: z.output<typeof Question>): boolean {
    const [place, code = "", ...rest] = path.split("/");
    if (place !== folder || rest.length > 0) return false;
    const told = new URLSearchParams(query);
    if (action === "publish") {
      const hash = armed.get(code);
      const given = told.get("key") ?? (password === "" ? bearer : password);
      return hash !== undefined && timingSafeEqual(hash, createHash("sha256").update(given).digest());
    }
    if (action !== "read" && action !== "playback") return false;
    const [until = "", signature = ""] = (told.get("token") ?? bearer).split(".");
    const isFresh = Number.parseInt(until, 36) * 1000 > now().getTime();
    return isFresh && key.verify(purpose, `${code} ${until}`, signature);
  }

  return { token, mayDo };
}

function signalOf({ tracks }: MediamtxPath, bitrate: number): LiveSignal {
  const video = tracks.find(({ codec }) => /264|265|AV1|VP[89]/.test(codec));
  const hasAudio = tracks.some(({ codec }) => /Audio|Opus|AAC|G711|LPCM|AC-3/i.test(codec));
  return {
    width: video?.width ?? 0,
    height: video?.height ?? 0,
    fps: 0,
    bitrate,
    codec: video?.codec ?? "",
    hasAudio,
    gop: 0,
  };
}
