import { type Expression, sql } from "kysely";
import type { SettingValues } from "#contract/settings.ts";
import type { Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { loadPersonName } from "#server/platform/person-name.ts";
import {
  type Notice,
  type NotificationType,
  type NotificationTypeName,
  notificationTypes,
} from "./notification-types.ts";
import { newsTold } from "./notifications.events.ts";
import { mailNews } from "./notifications.jobs.ts";
import { mailRecipientsFor, recipientsFor } from "./recipients.ts";
import { type NewsValues, tidyValues } from "./words.ts";
import "./tables.ts";

/** Ids of people: given, or a part of a statement (`select id_user from …`) by the domain that knows who they are. */
export type Audience = readonly number[] | Expression<unknown>;

export interface NotificationInput {
  readonly to: Audience;
  /** Who did it: he knows. */
  readonly by?: number;
  readonly sort: NotificationTypeName | Notice;
  readonly values?: NewsValues;
  /** Path of this site that shows more. */
  readonly link?: string;
  /**
   * Names the matter: what of it is unread and not older than a day gives way to this and is counted in it. Fifty
   * registrations are one line that says fifty.
   */
  readonly fold?: string;
}

/** Telling people what happened. */
export interface Notices {
  /**
   * Tells with the caller's transaction: with its commit it is in the bell, at open pages and on its way as a mail,
   * with a rollback nobody hears of it. Each reader's own wishes and the administrator's switches are heeded; locked
   * accounts are told nothing. One statement however many readers there are.
   */
  notify(trx: Trx, news: NotificationInput): Promise<void>;
}

export interface NoticesOptions {
  readonly bus: Pick<Bus, "emit">;
  readonly jobs: Pick<Jobs, "send">;
  readonly settings: { get(): SettingValues };
}

/** Hours for which unread news waits for more of its matter. */
const foldHours = 24;
/** Readers in one event, and in one job of mails. */
const most = { readers: 500, mails: 100 };

export function createNotices({ bus, jobs, settings }: NoticesOptions): Notices {
  const insertRows = async (trx: Trx, news: Insertion): Promise<void> => {
    const told = await insert(trx, news);
    const { sort, kind, type, link, kept: values } = news;
    const created_at = told[0]?.created_at.toISOString() ?? "";
    for (let at = 0; at < told.length; at += most.readers) {
      const readers = told.slice(at, at + most.readers);
      await bus.emit(trx, newsTold, { sort, kind, type, values, link, created_at, readers });
    }
  };

  return {
    async notify(trx, { to, by = 0, sort: told, values = {}, link = null, fold = null }) {
      const sort = typeof told === "string" ? told : told.name;
      const { kind, type, setting, isMailed, only }: NotificationType =
        typeof told === "string" ? notificationTypes[told] : told;
      if (setting !== undefined && !settings.get()[setting]) return;
      if (link !== null && !/^\/(?![/\\])/.test(link))
        throw new Error("A notification link must be a path on this installation.");
      const kept = tidyValues(by === 0 ? values : { ...values, actor: await loadPersonName(trx, by) });
      if (only !== "mail")
        await insertRows(trx, {
          readers: recipientsFor({ to, by, kind }),
          sort,
          kind,
          type,
          kept,
          link,
          fold,
        });
      if (!isMailed || settings.get().smtp_host === "") return;
      const mailed = await mailRecipientsFor(trx, { to, by, kind });
      for (let at = 0; at < mailed.length; at += most.mails)
        await jobs.send(trx, mailNews, { sort, values: kept, link, to: mailed.slice(at, at + most.mails) });
    },
  };
}

interface Told {
  readonly id_user: number;
  readonly id: number;
  readonly language: "en" | "ar";
  readonly browser: boolean;
  readonly count: number;
  readonly unread: number;
  readonly replaces: number[];
  readonly created_at: Date;
}

interface Insertion {
  readonly readers: Expression<unknown>;
  readonly sort: string;
  readonly kind: NotificationType["kind"];
  readonly type: NotificationType["type"];
  readonly kept: NewsValues;
  readonly link: string | null;
  readonly fold: string | null;
}

/**
 * Writes a row for every reader, and takes away what it stands for. What another transaction is just folding or
 * marking is left alone rather than waited for: two lines are no harm, two transactions that wait for each other are.
 */
async function insert(trx: Trx, { readers, sort, kind, type, kept, link, fold }: Insertion): Promise<Told[]> {
  const { rows } = await sql<Told>`
    with reader as materialized (${readers}),
    past as materialized (
      select n.id, n.id_user, n.count from notifications n
      where n.fold = ${fold} and n.read_at is null and n.id_user in (select id from reader)
        and n.created_at > now() - make_interval(hours => ${foldHours})
      for update of n skip locked
    ),
    gone as (delete from notifications using past where notifications.id = past.id),
    before as (
      select id_user, sum(count)::int as count, count(*)::int as gone, jsonb_agg(id) as ids from past group by id_user
    ),
    fresh as (
      insert into notifications (id_user, type, kind, text, values, link, fold, count)
      select reader.id, ${type}, ${kind}, ${sort}, ${JSON.stringify(kept)}::jsonb, ${link}, ${fold},
        coalesce(before.count, 0) + 1
      from reader left join before on before.id_user = reader.id
      returning id, id_user, count, created_at
    )
    select fresh.id_user, fresh.id, reader.language, reader.browser, fresh.count, fresh.created_at,
      coalesce(before.ids, '[]') as replaces,
      -- As it was before this statement: without the new one, with those that are gone.
      (select count(*) from notifications n where n.id_user = fresh.id_user and n.read_at is null)
        + 1 - coalesce(before.gone, 0) as unread
    from fresh
    join reader on reader.id = fresh.id_user
    left join before on before.id_user = fresh.id_user
    order by fresh.id`.execute(trx);
  return rows;
}
