import { sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import { notifyCrew } from "./crews.jobs.ts";
import { shareText, snagsMail, type ToldLink } from "./letters.ts";
import { answerPath } from "./link-codes.ts";
import { openSnagsOf } from "./link-snags.ts";
import type { LinkRow, LinksRepository } from "./links.repository.ts";
import type { TextMessages } from "./text-messages.ts";
import "./tables.ts";

export interface SendingOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, "send">;
  readonly links: LinksRepository;
  readonly mailer: Pick<Mailer, "queue">;
  readonly texts: TextMessages;
  readonly siteAddress: string;
  readonly settings: { get(): { readonly smtp_host: string } };
}

/** Minutes between two messages about new snags to one person. */
const PAUSE = 10;

/** How a person can be reached from here: not at all without an address, a mail server or a gateway. */
type Channel = "email" | "text" | null;

export type Sending = ReturnType<typeof createSending>;

/** Messages to the people of crews, each with the link of its recipient. */
export function createSending(options: SendingOptions) {
  const { db, clock, jobs, links, mailer, texts, siteAddress, settings } = options;

  const channelOf = ({ email, phone, mail_off_at }: LinkRow): Channel => {
    if (email !== null && mail_off_at === null && settings.get().smtp_host !== "") return "email";
    return phone !== null && mail_off_at === null && texts.isOn() ? "text" : null;
  };

  /** Queues the message with the transaction, and records which snags it names. */
  const send = async (
    trx: Trx,
    kind: "assigned" | "renewed" | "digest",
    told: readonly ToldLink[],
  ): Promise<boolean> => {
    const [first] = told;
    const channel = first === undefined ? null : channelOf(first.link);
    if (first === undefined || channel === null) return false;
    const { link, code, snags } = first;
    if (channel === "email") {
      const mail = snagsMail(kind, told);
      if (mail !== null) await mailer.queue(trx, mail);
    } else if (link.phone !== null) {
      const url = `${siteAddress.replace(/\/$/, "")}${answerPath(code)}`;
      await texts.queue(trx, { to: link.phone, text: shareText(link, snags.length, url) });
    }
    for (const one of told)
      await links.told(
        trx,
        one.link.id,
        one.snags.map(({ id }) => id),
      );
    return true;
  };

  const toldOf = async (trx: Trx, link: LinkRow, isNewOnly: boolean): Promise<ToldLink> => {
    const snags = await openSnagsOf(trx, link.id);
    const code = await links.codeFor(trx, link);
    return { link, code, snags: isNewOnly ? snags.filter(({ is_new }) => is_new) : snags };
  };

  /** A link that ended by itself opens again with a new code, because new snags arrived. A revoked one stays revoked. */
  const revived = async (trx: Trx, link: LinkRow): Promise<LinkRow> => {
    if (link.is_open || link.revoked_at !== null) return link;
    await links.renew(trx, link.id);
    return (await links.ofPerson(link.id_person, link.id_project, trx)) ?? link;
  };

  return {
    channelOf,

    /** Sends one person all open snags now. Returns whether they could be reached. */
    async sendNow(trx: Trx, link: LinkRow, kind: "assigned" | "renewed" = "assigned"): Promise<boolean> {
      return send(trx, kind, [await toldOf(trx, link, false)]);
    },

    /** The job: new snags to each person of a crew. A person who had a message some minutes ago waits for the next run. */
    async notify({ id_crew, id_project }: { readonly id_crew: number; readonly id_project: number }) {
      await db.transaction().execute(async (trx) => {
        // Two runs at once would both find the same snags new.
        await sql`select from crews where id = ${id_crew} for no key update`.execute(trx);
        const isAttached = await trx
          .selectFrom("crew_projects")
          .select("id_crew")
          .where("id_crew", "=", id_crew)
          .where("id_project", "=", id_project)
          .executeTakeFirst();
        if (isAttached === undefined) return;
        const soon = new Date(clock.now().getTime() - PAUSE * 60_000);
        let isEarly = false;
        for (const found of await links.ofCrew(trx, id_crew, id_project)) {
          const told = await toldOf(trx, found, true);
          if (told.snags.length === 0) continue;
          const link = await revived(trx, found);
          if (!link.is_open) continue;
          if (link.sent_at !== null && link.sent_at > soon) isEarly = true;
          else await send(trx, "assigned", [{ ...told, link, code: await links.codeFor(trx, link) }]);
        }
        if (!isEarly) return;
        const startAfter = new Date(clock.now().getTime() + PAUSE * 60_000);
        await jobs.send(
          trx,
          notifyCrew,
          { id_crew, id_project },
          { key: `${id_crew} ${id_project}`, startAfter },
        );
      });
    },

    /** One digest about several links of one address. */
    sendDigest: (trx: Trx, told: readonly ToldLink[]): Promise<boolean> => send(trx, "digest", told),
    toldOf,
  };
}
