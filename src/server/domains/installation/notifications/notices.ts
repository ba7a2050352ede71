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

/** Ids of users: a list, or a subquery (`select id_user from …`) by the domain that knows them. */
export type Audience = readonly number[] | Expression<unknown>;

export interface NotificationInput {
  readonly to: Audience;
  /** The actor, who is not notified. */
  readonly by?: number;
  readonly sort: NotificationTypeName | Notice;
  readonly values?: NewsValues;
  /** Path of this platform with more details. */
  readonly link?: string;
  /**
   * Groups by subject: this notification replaces unread ones of the same subject that are at most a day old, and
   * counts them. Fifty registrations are one line with the count fifty.
   */
  readonly fold?: string;
}

/** Sends notifications to users. */
export interface Notices {
  /**
   * Notifies within the caller's transaction: with its commit the notification is in the bell, on open pages and on its
   * way as an email; with a rollback nothing is sent. Respects each reader's preferences and the administrator's
   * switches; skips locked accounts. One statement for any number of readers.
   */
  notify(trx: Trx, news: NotificationInput): Promise<void>;
}

export interface NoticesOptions {
  readonly bus: Pick<Bus, "emit">;
  readonly jobs: Pick<Jobs, "send">;
  readonly settings: { get(): SettingValues };
}

/** Hours for which an unread notification can absorb more of its subject. */
const foldHours = 24;
/** Readers in one event, and in one email job. */
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
 * Inserts a row for every reader, and deletes the rows that it replaces. Rows that another transaction is folding or
 * marking are skipped rather than waited for: two lines are harmless, a deadlock is not.
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
