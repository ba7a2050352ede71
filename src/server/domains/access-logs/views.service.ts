import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { limits } from "#contract/limits.ts";
import { type Attempts, networkOf } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import { browserHash, type SessionUser } from "#server/platform/session.ts";
import type { ViewsRepository } from "./views.repository.ts";
import { factsOf, isMachine } from "./visitor-facts.ts";

export interface ViewsOptions {
  readonly views: ViewsRepository;
  readonly attempts: Attempts;
  readonly key: AppKey;
  readonly clock: Clock;
}

const purpose = "visit-view";

/** Counting who looks: from opening a visit to a minute of silence, one browser is one view. */
export function createViewCounter({ views, attempts, key, clock }: ViewsOptions) {
  const sign = (id: number, visitId: number) => `${id}.${key.sign(purpose, `${id}:${visitId}`)}`;

  /** The view that a browser names, if it is one of this visit. */
  function named(session: string, visitId: number): number | undefined {
    const [id = "", signature = ""] = session.split(".");
    const isRight = /^\d{1,15}$/.test(id) && key.verify(purpose, `${id}:${visitId}`, signature);
    return isRight ? Number(id) : undefined;
  }

  /** A network that opens visits without end is not counted any more; it looks all the same. */
  async function isTooMuch(address: string): Promise<boolean> {
    const { perNetwork: max, seconds } = limits.views;
    try {
      await attempts.take(`visit-views ${networkOf(address)}`, { max, seconds });
      return false;
    } catch (error) {
      if (error instanceof AppError && error.code === "RATE_LIMITED") return true;
      throw error;
    }
  }

  return {
    count: (visitId: number) => views.count(visitId, clock.now()),

    /** Empty when the view is none to be counted. */
    async begin(visitId: number, user: SessionUser | null, request: FastifyRequest): Promise<string> {
      const { headers, ip } = request;
      const browser = browserHash(request);
      if (browser === null || isMachine(headers)) return "";
      if (user !== null && (await views.isOwn(visitId, user.id))) return "";
      const now = clock.now();
      const viewer_hash = viewerOf(key, browser, visitId);
      const running = await views.running(visitId, viewer_hash, now);
      if (running !== undefined) return sign(running, visitId);
      if (await isTooMuch(ip)) return "";
      const id = await views.begin(
        { id_visit: visitId, id_user: user?.id ?? null, viewer_hash, ...factsOf(ip, headers) },
        now,
      );
      return sign(id, visitId);
    },

    async beat(visitId: number, session: string, seconds: number, id_room?: number): Promise<void> {
      const id = named(session, visitId);
      if (id !== undefined) await views.beat({ id, id_visit: visitId, seconds, id_room }, clock.now());
    },
  };
}

/** The same browser at another visit is another viewer to whoever reads the table. */
function viewerOf(key: AppKey, browser: Buffer, visitId: number): Buffer {
  const signed = key.sign("visit-viewer", `${browser.toString("hex")}:${visitId}`);
  return createHash("sha256").update(signed).digest();
}
