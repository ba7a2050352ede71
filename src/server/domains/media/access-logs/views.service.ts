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

/** What a browser that looks is told. */
export interface Looked {
  readonly count: number;
  readonly now: number;
  /** Names the view to whoever prolongs it; empty when it is none to be counted. */
  readonly session: string;
}

/** Counting who looks: from opening a visit or a video to a minute of silence, one browser is one view. */
export function createViewCounter({ views, kind, attempts, key, clock }: ViewsOptions) {
  const purpose = `${kind.name}-view`;
  const sign = (id: number, of: number) => `${id}.${key.sign(purpose, `${id}:${of}`)}`;

  /** The view that a browser names, if it is one of this thing. */
  function named(session: string, of: number): number | undefined {
    const [id = "", signature = ""] = session.split(".");
    const isRight = /^\d{1,15}$/.test(id) && key.verify(purpose, `${id}:${of}`, signature);
    return isRight ? Number(id) : undefined;
  }

  /** That one, or the newest that this browser has going on there. */
  async function meant(session: string, of: number, request: FastifyRequest): Promise<number | undefined> {
    const id = named(session, of);
    const browser = browserHash(request);
    if (id !== undefined || session !== "" || browser === null) return id;
    return views.running(of, viewerOf(browser, of), clock.now());
  }

  /** The same browser at another visit is another viewer to whoever reads the table. */
  function viewerOf(browser: Buffer, of: number): Buffer {
    const signed = key.sign(`${kind.name}-viewer`, `${browser.toString("hex")}:${of}`);
    return createHash("sha256").update(signed).digest();
  }

  /** A network that opens visits without end is not counted any more; it looks all the same. */
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

  /** Empty when the view is none to be counted. */
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

    /** Begins a view, or goes on with the one that is going on. */
    async look(of: number, user: SessionUser | null, request: FastifyRequest): Promise<Looked> {
      const session = await begin(of, user, request);
      return { ...(await count(of)), session };
    },

    /** Somebody is still looking. Without a session: the newest view of this browser. */
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

    /** Somebody has stopped: what comes next is another view. */
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
