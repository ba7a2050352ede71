import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { limits } from "#contract/limits.ts";
import { type Attempts, networkOf } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import { browserHash, type SessionUser } from "#server/platform/session.ts";
import { factsOf, isMachine } from "#server/platform/visitor-facts.ts";
import type { ViewKind } from "./view-kinds.ts";
import type { ViewsRepository } from "./views.repository.ts";

export interface ViewsOptions {
  readonly views: ViewsRepository;
  readonly kind: ViewKind;
  readonly attempts: Attempts;
  readonly key: AppKey;
  readonly clock: Clock;
}

/** Answer to a viewing browser. */
export interface Looked {
  readonly count: number;
  readonly now: number;
  /** Token that extends the view; empty when it is not counted. */
  readonly session: string;
}

/** Counts views: from opening a visit or a video to a minute of silence, one browser is one view. */
export function createViewCounter({ views, kind, attempts, key, clock }: ViewsOptions) {
  const purpose = `${kind.name}-view`;
  const sign = (id: number, of: number) => `${id}.${key.sign(purpose, `${id}:${of}`)}`;

  /** The view of a browser's token, if it belongs to this item. */
  function named(session: string, of: number): number | undefined {
    const [id = "", signature = ""] = session.split(".");
    const isRight = /^\d{1,15}$/.test(id) && key.verify(purpose, `${id}:${of}`, signature);
    return isRight ? Number(id) : undefined;
  }

  /** That view, or this browser's newest running one. */
  async function meant(session: string, of: number, request: FastifyRequest): Promise<number | undefined> {
    const id = named(session, of);
    const browser = browserHash(request);
    if (id !== undefined || session !== "" || browser === null) return id;
    return views.running(of, viewerOf(browser, of), clock.now());
  }

  /** The same browser is a different viewer for each visit, so that readers of the table cannot connect them. */
  function viewerOf(browser: Buffer, of: number): Buffer {
    const signed = key.sign(`${kind.name}-viewer`, `${browser.toString("hex")}:${of}`);
    return createHash("sha256").update(signed).digest();
  }

  /** A network that opens visits endlessly is no longer counted; it may still view them. */
  async function isTooMuch(address: string): Promise<boolean> {
    const { perNetwork: max, seconds } = limits.views;
    try {
      await attempts.take(`${kind.name}-views ${networkOf(address)}`, { max, seconds });
      return false;
    } catch (error) {
      if (error instanceof AppError && error.code === "RATE_LIMITED") return true;
      throw error;
    }
  }

  /** Empty when the view is not counted. */
  async function begin(of: number, user: SessionUser | null, request: FastifyRequest): Promise<string> {
    const { headers, ip } = request;
    const browser = browserHash(request);
    if (browser === null || isMachine(headers)) return "";
    if (user !== null && (await views.isOwn(of, user.id))) return "";
    const now = clock.now();
    const viewer_hash = viewerOf(browser, of);
    const running = await views.running(of, viewer_hash, now);
    if (running !== undefined) return sign(running, of);
    if (await isTooMuch(ip)) return "";
    const id_user = user?.id ?? null;
    return sign(await views.begin({ of, id_user, viewer_hash, ...factsOf(ip, headers) }, now), of);
  }

  const count = (of: number) => views.count(of, clock.now());

  return {
    count,

    /** Starts a view, or continues the running one. */
    async look(of: number, user: SessionUser | null, request: FastifyRequest): Promise<Looked> {
      const session = await begin(of, user, request);
      return { ...(await count(of)), session };
    },

    /** Heartbeat of a viewer. Without a session: the newest view of this browser. */
    async beat(
      of: number,
      beat: {
        readonly session: string;
        readonly duration_seconds: number;
        readonly id_room?: number | undefined;
      },
      request: FastifyRequest,
    ): Promise<void> {
      const id = await meant(beat.session, of, request);
      if (id === undefined) return;
      await views.beat({ id, of, seconds: beat.duration_seconds, id_room: beat.id_room }, clock.now());
    },

    /** Ends a view: the next call starts another one. */
    async end(
      of: number,
      last: { readonly session: string; readonly duration_seconds: number },
      request: FastifyRequest,
    ): Promise<void> {
      const id = await meant(last.session, of, request);
      if (id === undefined) return;
      await views.beat({ id, of, seconds: last.duration_seconds, id_room: undefined }, clock.now());
      await views.end(id, of, clock.now());
    },
  };
}
