import { setTimeout as sleep } from "node:timers/promises";
import type { ToolName } from "#contract/choices.ts";
import { type ToolClients, ToolFailure } from "#server/integrations/tools/tool-client.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import type { Connections } from "../connecting/connections.ts";
import type { CardChanges } from "../receiving/card-changes.ts";
import { judge } from "./backoff.ts";
import { type WantedCard, wantedCard } from "./card.ts";
import { createLinkLeases, LeaseLost, type LinkLeasesOptions } from "./link-leases.ts";
import { type Entry, findLinkTarget, type LinkRow, type LinkTarget } from "./link-target.ts";
import { createUpdateCard, type UpdateCardOptions } from "./update-card.ts";

export interface SenderOptions extends Omit<UpdateCardOptions, "turns">, LinkLeasesOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly clients: ToolClients;
  readonly connections: Pick<Connections, "use" | "pause">;
  readonly arrivals: Pick<CardChanges, "settle" | "gone">;
  /** Whether the account may use the tool at all. */
  readonly mayUse: (userId: number, tool: ToolName) => Promise<boolean>;
  /** Public address of this server, without a trailing slash. */
  readonly site: string;
}

/** Minutes before a disabled tool, or a project in the bin, is checked again. */
const restMinutes = 60;
/** How often, and at which interval in milliseconds, a link whose row is being written is checked again. */
const mostLooks = 40;
const betweenLooks = 50;

/** Brings cards to their desired content. */
export function createSender(options: SenderOptions) {
  const { db, clock, log, clients, connections, arrivals } = options;
  const turns = createLinkLeases(options);
  const { claim, isAnyPassedOver, finish } = turns;
  const bring = createUpdateCard({ ...options, turns });
  const minutes = (count: number) => new Date(clock.now().getTime() + count * 60_000);

  /** Waits for a skipped link: otherwise it would stay until the next minute. */
  const next = async (): Promise<LinkRow | undefined> => {
    for (let looks = 0; looks < mostLooks; looks += 1) {
      const link = await claim();
      if (link !== undefined || !(await isAnyPassedOver())) return link;
      await sleep(betweenLooks);
    }
    return undefined;
  };

  const send = async (link: LinkRow): Promise<void> => {
    const place = await findLinkTarget(db, link);
    if (place === "elsewhere") return finish(link, {});
    if (place === "reauth") return finish(link, { state: "reauth" });
    if (place === "closed" || !(await options.mayUse(place.connection.id_user, link.tool)))
      return finish(link, {}, { nextTry: minutes(restMinutes) });
    const card = await wantedCard(options, link.id_snag, place.connection.id_user);
    if (card === undefined) return finish(link, {});
    try {
      await connections.use(place.connection.id, (tokens) => bring(place, card, tokens));
    } catch (error) {
      if (error instanceof LeaseLost) return;
      await giveUpFor(place, card, error);
    }
  };

  /** Retries later or gives up, depending on the failure. */
  const giveUpFor = async (place: LinkTarget, card: WantedCard, cause: unknown): Promise<void> => {
    // An internal error may be temporary, too.
    const error =
      cause instanceof ToolFailure ? cause : new ToolFailure("passing", "An internal error occurred.");
    if (error !== cause)
      log.error({ link: place.link.id, error: String(cause) }, "a card could not be synced to its tool");
    // In its present state: half of the work may be done.
    const link = { ...place.link, ...(await linkNow(place.link)) };
    if (error.kind === "reauth") return finish(link, { state: "reauth" }, { projectId: card.id_project });
    if (error.kind === "not_found" && link.external_id !== null && (await boardIsThere(place))) {
      await arrivals.gone({ ...place, link });
      return finish(link, {}, { projectId: card.id_project });
    }
    const verdict = judge(error, { attempts: link.attempts, now: clock.now() });
    if (verdict.pause !== null) await connections.pause(place.connection.id, verdict.pause);
    const isOver = verdict.nextTry === null;
    const entry: Entry = { direction: "out", action: "failed", to: error.reason };
    const state = isOver ? "failed" : link.external_id === null ? "waiting" : link.state;
    await finish(
      link,
      { state, attempts: verdict.attempts, failure: error.reason },
      { nextTry: verdict.nextTry, projectId: card.id_project },
      { entry, isOver },
    );
  };

  const linkNow = async ({ id, claim: turn, asked }: LinkRow): Promise<Partial<LinkRow>> => {
    const row = await db.selectFrom("snag_links").selectAll().where("id", "=", id).executeTakeFirst();
    return row === undefined ? {} : { ...row, claim: turn, asked };
  };

  /** A card can only be missing on a visible board: a board that is closed to the account hides all of its cards. */
  const boardIsThere = async ({ connection, link }: LinkTarget): Promise<boolean> => {
    try {
      await connections.use(connection.id, (tokens) => clients[link.tool].board(tokens, link.board_id));
      return true;
    } catch (error) {
      if (error instanceof ToolFailure) return false;
      throw error;
    }
  };

  return {
    /** Handler of the job: processes all due links, one after another. Returns their number. */
    async sendDue(signal?: AbortSignal): Promise<number> {
      for (let count = 0; ; count += 1) {
        const link = signal?.aborted === true ? undefined : await next();
        if (link === undefined) return count;
        await send(link);
      }
    },
    boardIsThere,
  };
}
