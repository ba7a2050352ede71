import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { AnswerPage, answersApi } from "#contract/crews.answers.ts";
import type { SnagAnswers } from "#server/domains/work/snags/answers.ts";
import { maskAddress } from "#server/domains/work/snags/by-link.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import { readUserAgent } from "#server/platform/user-agent.ts";
import type { AnswerPages } from "./answer-page.ts";
import type { LinkAccess } from "./link-access.ts";
import { isShownSnag } from "./link-snags.ts";
import type { LinkRow, LinksRepository } from "./links.repository.ts";
import { record } from "./links.service.ts";
import type { Sending } from "./sending.ts";
import "./tables.ts";

export interface AnswerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly access: LinkAccess;
  readonly pages: AnswerPages;
  readonly links: LinksRepository;
  readonly sending: Sending;
  readonly snagAnswers: SnagAnswers;
  readonly address: (objectKey: string) => string;
}

type Route = keyof typeof answersApi;

/** Browser and system of the caller; empty where it names none. */
const deviceOf = (request: FastifyRequest): string => {
  const { browser, system } = readUserAgent(request.headers["user-agent"] ?? "");
  return [browser, system].filter((part) => part !== "").join(", ");
};

/** The content of a link on the device of this request, for the call and for the server-rendered page. */
export const openAnswers =
  (access: LinkAccess, pages: AnswerPages) =>
  async (code: string, request: FastifyRequest): Promise<AnswerPage> => {
    const found = await access.find(code);
    if (!access.isConfirmed(found, request)) return pages.locked(found);
    return pages.page(await access.open(code, request), code);
  };

/** The calls of the answer page: all that a link can do. */
export function answerHandlers(options: AnswerOptions): Handlers<Route> {
  const { db, clock, access, pages, links, sending, snagAnswers, address } = options;

  return {
    "GET /api/answers/{code}": ({ params: { code }, request }) => openAnswers(access, pages)(code, request),
    "POST /api/answers/{code}/seen": async ({ params, body, request }) => {
      const link = await access.open(params.code, request);
      return { seen: await markSeen(db, link, body.snags, clock.now()) };
    },
    "POST /api/answers/{code}/snags/{snag}/photos": async ({ params, body, files, request }) => {
      const link = await access.open(params.code, request);
      await assertShown(db, link, params.snag, clock.now());
      await access.count(link, "photos");
      const key = await snagAnswers.keepPhoto(
        params.snag,
        body.guid,
        files.file,
        access.authorOf(link, request),
      );
      return { guid: body.guid, thumbnail: address(key) };
    },
    "POST /api/answers/{code}/snags/{snag}": async ({ params, body, request }) => {
      const link = await access.open(params.code, request);
      await assertShown(db, link, params.snag, clock.now());
      await access.count(link, "answers");
      const answer = { ...body, device: deviceOf(request) };
      await snagAnswers.answer(params.snag, answer, access.authorOf(link, request));
      const now = clock.now();
      await db.updateTable("crew_links").set({ answered_at: now }).where("id", "=", link.id).execute();
      await markSeen(db, link, [params.snag], now);
      const snag = await pages.snag(link, params.code, params.snag);
      if (snag === undefined) throw new AppError("NOT_FOUND");
      return snag;
    },
    "POST /api/answers/{code}/device": async ({ params }) => {
      const link = await access.find(params.code);
      await access.sendDeviceCode(link);
      return { email: maskAddress(link.email ?? "") };
    },
    "POST /api/answers/{code}/device/confirm": async ({ params, body, request, reply }) => {
      const link = await access.find(params.code);
      await access.confirmDevice(link, body.device_code, { request, reply });
      return { confirmed: true };
    },
    "POST /api/answers/{code}/renew": async ({ params, request }) => {
      const link = await access.open(params.code, request);
      if (sending.channelOf(link) !== "email" || link.email === null) throw new AppError("CREW_NO_ADDRESS");
      await access.countRenewal(link);
      await db.transaction().execute(async (trx) => {
        await links.renew(trx, link.id);
        const fresh = await links.ofPerson(link.id_person, link.id_project, trx);
        if (fresh === undefined) throw new AppError("NOT_FOUND");
        // Revoked by a manager at the same moment.
        if (!fresh.is_open) throw new AppError("ANSWER_ENDED");
        await sending.sendNow(trx, fresh, "renewed");
        await record(trx, "link_renewed", fresh, { user: null, address: request.ip });
      });
      return { email: maskAddress(link.email) };
    },
    "PUT /api/answers/{code}/settings": async ({ params, body, request }) => {
      const link = await access.open(params.code, request);
      await db.transaction().execute(async (trx) => {
        if (body.language !== undefined)
          await trx
            .updateTable("crew_people")
            .set({ language: body.language })
            .where("id", "=", link.id_person)
            .execute();
        if (body.digest !== undefined) await switchMail(trx, link, body.digest, clock.now());
      });
      const after = await access.find(params.code);
      return { language: after.language, digest: after.email !== null && after.mail_off_at === null };
    },
  };
}

/** Throws NOT_FOUND for a snag that the link does not show. */
async function assertShown(db: Database, link: LinkRow, snagId: number, now: Date): Promise<void> {
  const { rows } = await sql`
    select from crew_links l join crew_people q on q.id = l.id_person join snags s on ${isShownSnag(now)}
    where l.id = ${link.id} and s.id = ${snagId}`.execute(db);
  if (rows.length === 0) throw new AppError("NOT_FOUND");
}

/** Others than those of the link are ignored. Returns how many were new to the person. */
async function markSeen(db: Database, link: LinkRow, snagIds: readonly number[], now: Date): Promise<number> {
  await db.updateTable("crew_links").set({ seen_at: now }).where("id", "=", link.id).execute();
  const { rows } = await sql`
    insert into crew_link_snags (id_link, id_snag, seen_at)
    select l.id, s.id, ${now} from crew_links l join crew_people q on q.id = l.id_person
    join snags s on ${isShownSnag(now)}
    where l.id = ${link.id} and s.id = any (${[...snagIds]}::bigint[])
    on conflict (id_link, id_snag) do update set seen_at = excluded.seen_at
      where crew_link_snags.seen_at is null
    returning 1`.execute(db);
  return rows.length;
}

/** For all crews that have this address: who no longer wants emails wants none of any of them. */
export const switchMail = (trx: Trx | Database, link: LinkRow, isOn: boolean, now: Date) =>
  trx
    .updateTable("crew_people")
    .set({ mail_off_at: isOn ? null : now })
    .where((where) =>
      link.email === null ? where("id", "=", link.id_person) : where("email", "=", link.email),
    )
    .where("mail_off_at", isOn ? "is not" : "is", null)
    .execute();
