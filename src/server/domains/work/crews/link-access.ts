import { randomInt } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { crewLimits } from "#contract/crews.limits.ts";
import type { LinkAuthor } from "#server/domains/work/snags/answers.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import { linkBearer, setBearer } from "#server/platform/bearers.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import { linkMark } from "#server/platform/link-mark.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import { createPasses, type Guarded } from "#server/platform/passes.ts";
import { deviceMail } from "./letters.ts";
import { hashOfCode } from "./link-codes.ts";
import type { LinkRow, LinksRepository } from "./links.repository.ts";
import "./tables.ts";

export interface LinkAccessOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly attempts: Attempts;
  readonly mailer: Pick<Mailer, "queue">;
  readonly links: LinksRepository;
}

export type LinkAccess = ReturnType<typeof createLinkAccess>;

const { device } = crewLimits;

/** The only access by a link of a crew. What it opens is decided here and in `isShownSnag`, for calls, pages and files. */
export function createLinkAccess(options: LinkAccessOptions) {
  const { db, clock, key, attempts, mailer, links } = options;
  const passes = createPasses({ key, clock }, "answers", device.days * 24);
  const guarded = ({ id, nonce }: LinkRow): Guarded => ({ id, hash: nonce });
  const isConfirmed = (link: LinkRow, { headers }: FastifyRequest): boolean =>
    !link.ask_code || passes.has(guarded(link), headers);

  /** Throws NOT_FOUND for an unknown code, ANSWER_ENDED for one that does not open any more. */
  const find = async (code: string): Promise<LinkRow> => {
    const link = await links.byCode(code);
    if (link === undefined) throw new AppError("NOT_FOUND");
    if (!link.is_open) throw new AppError("ANSWER_ENDED");
    return link;
  };

  return {
    find,
    isConfirmed,

    /**
     * The link for a device that may use it: from here on, addresses of files in this call are those of the link. Throws
     * ANSWER_DEVICE before the code of a new device was entered.
     */
    async open(code: string, request: FastifyRequest): Promise<LinkRow> {
      const link = await find(code);
      if (!isConfirmed(link, request)) throw new AppError("ANSWER_DEVICE");
      setBearer(linkBearer("a", link.id, linkMark(key, "a", guarded(link))));
      return link;
    },

    /** Counts an action of a link within an hour. Throws RATE_LIMITED. */
    count: (link: LinkRow, action: keyof typeof crewLimits.perHour): Promise<void> =>
      attempts.take(`crew link ${link.id} ${action}`, { max: crewLimits.perHour[action], seconds: 3600 }),

    /** The same for renewals by the person: each sends an email. */
    countRenewal: (link: LinkRow): Promise<void> =>
      attempts.take(`crew link ${link.id} renewal`, { max: device.emails, seconds: 3600 }),

    /** The sender of answers by this link. */
    authorOf: (link: LinkRow, { ip }: FastifyRequest): LinkAuthor => ({
      id_link: link.id,
      id_person: link.id_person,
      id_crew: link.id_crew,
      id_project: link.id_project,
      name: link.person,
      crew: link.crew,
      sent_to: link.email ?? link.phone ?? "",
      address: ip,
    }),

    /** Sends a code for a new device. Throws CREW_NO_ADDRESS for a person without an email address. */
    async sendDeviceCode(link: LinkRow): Promise<void> {
      if (link.email === null) throw new AppError("CREW_NO_ADDRESS");
      await attempts.take(`crew link ${link.id} device`, { max: device.emails, seconds: 3600 });
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable("crew_links")
          .set({
            device_hash: hashOfCode(`${link.nonce} ${code}`),
            device_until: new Date(clock.now().getTime() + device.minutes * 60_000),
            device_tries: 0,
          })
          .where("id", "=", link.id)
          .execute();
        const mail = deviceMail(link, code, device.minutes);
        if (mail !== null) await mailer.queue(trx, mail);
      });
    },

    /** Checks the code of a new device, and remembers the device. Throws ANSWER_DEVICE_WRONG. */
    async confirmDevice(
      link: LinkRow,
      code: string,
      { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    ): Promise<void> {
      if (!(await spendDeviceCode(db, link, code, clock.now()))) throw new AppError("ANSWER_DEVICE_WRONG");
      passes.give(guarded(link), request, reply);
    },
  };
}

/** Whether the code of a new device is right; it is used up by that, and by wrong ones. */
async function spendDeviceCode(db: Database, link: LinkRow, code: string, now: Date): Promise<boolean> {
  // Counted before it is compared: attempts at the same moment all count.
  const row = await db
    .updateTable("crew_links")
    .set((columns) => ({ device_tries: columns("device_tries", "+", 1) }))
    .where("id", "=", link.id)
    .where("device_until", ">", now)
    .where("device_tries", "<", device.tries)
    .returning("device_hash")
    .executeTakeFirst();
  if (row?.device_hash?.equals(hashOfCode(`${link.nonce} ${code}`)) !== true) return false;
  const { numUpdatedRows } = await db
    .updateTable("crew_links")
    .set((columns) => ({
      device_hash: null,
      device_until: null,
      device_tries: 0,
      devices: columns("devices", "+", 1),
    }))
    .where("id", "=", link.id)
    // Of two devices at the same moment, one uses it.
    .where("device_hash", "is not", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
