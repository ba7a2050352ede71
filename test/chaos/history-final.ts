import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { originalKey, picturePrefix, previewFiles } from "#server/media/keys.ts";
import type { TestClient } from "../client.ts";
import type { S3Service } from "../s3-service/index.ts";
import type { Final, Row, Tally } from "./history-check.ts";

export interface Person {
  readonly name: string;
  readonly id: number;
  readonly client: TestClient;
  /** The limits of the user's plan; absent for a user without one. */
  readonly limits?: { readonly project: number; readonly visit: number };
}

const inbox = "messages where recipient_id = $1 and read_at is null and deleted_by_recipient_at is null";

/** Milliseconds for pictures that are still being processed. */
const SETTLE = 180_000;

/** Reads the final state from database, store and calls after all work has settled. */
export async function readFinal(
  database: pg.Pool,
  store: S3Service["bucket"],
  people: readonly Person[],
): Promise<Final> {
  await settled(database);
  const tallies = await Promise.all(people.map((person) => talliesOf(database, person)));
  const { files, strayFiles } = await readFiles(database, store);
  const numbers = await all<{ of: string; given: number[] }>(
    database,
    "select id_project::text as of, array_agg(number::int order by number) as given from snags group by 1",
  );
  const news = await all<{ id: number }>(database, "select id::int from notifications");
  const told = await all<{ id: number }>(
    database,
    "select (reader->>'id')::int as id from events, jsonb_array_elements(payload->'readers') as reader where name = 'notification.told'",
  );
  return {
    rows: await readRows(database),
    tallies: tallies.flat(),
    files,
    strayFiles,
    numbers: numbers.map(({ of, given }) => ({ of: `snags of project ${of}`, given })),
    news: news.map(({ id }) => id),
    told: told.map(({ id }) => id),
  };
}

async function all<T extends object>(database: pg.Pool, text: string, values: unknown[] = []): Promise<T[]> {
  return (await database.query<T>(text, values)).rows;
}

async function count(database: pg.Pool, text: string, id: number): Promise<number> {
  const [row] = await all<{ n: number }>(database, `select count(*)::int as n from ${text}`, [id]);
  return row?.n ?? 0;
}

async function settled(database: pg.Pool): Promise<void> {
  for (const deadline = performance.now() + SETTLE; performance.now() < deadline; await sleep(250)) {
    const rows = await all(database, "select from pictures where state = 'processing' limit 1");
    if (rows.length === 0) return;
  }
  throw new Error("Pictures are still being made.");
}

/** The writers' key of an item precedes the version in its name. */
async function readRows(database: pg.Pool): Promise<Row[]> {
  const rows = await all<{ kind: string; name: string; is_removed: boolean; owner: string | null }>(
    database,
    `select 'project' as kind, name, deleted_at is not null as is_removed,
       (select id_user::text from project_members m where m.id_project = p.id and m.role = 'owner') as owner
     from projects p
     union all select 'visit', name, deleted_at is not null, null from visits
     union all select 'snag', title, false, null from snags
     union all select 'message', content, false, null from messages where type = 'user'`,
  );
  const rooms = await all<{ name: string; sha256: string }>(
    database,
    "select name, picture_sha256 as sha256 from rooms",
  );
  return [
    ...rows.map(({ kind, name, is_removed, owner }) => {
      const [, label = name, version = ""] = /^(\S+) v(\d+)$/.exec(name) ?? [];
      return {
        key: `${kind} ${label}`,
        value: is_removed ? "" : version,
        isRemoved: is_removed,
        ...(owner !== null && !is_removed && { naturalKey: `${owner}'s ${name.toLowerCase()}` }),
      };
    }),
    ...rooms.map(({ name, sha256 }) => ({ key: `room ${name}`, value: sha256, isRemoved: false })),
  ];
}

async function talliesOf(database: pg.Pool, { name, id, client, limits }: Person): Promise<Tally[]> {
  const news = await client.call("GET /api/notifications/unread");
  const messages = await client.call("GET /api/messages/unread");
  const tallies: Tally[] = [
    {
      of: `unread news of ${name}`,
      counts: {
        count: news.unread,
        list: await listedNews(client),
        rows: await count(database, "notifications where id_user = $1 and read_at is null", id),
      },
    },
    {
      of: `unread messages of ${name}`,
      counts: {
        count: messages.unread,
        list: await listedMessages(client),
        rows: await count(database, inbox, id),
      },
    },
  ];
  if (limits === undefined) return tallies;
  const owned =
    "projects p join project_members m on m.id_project = p.id and m.role = 'owner' where m.id_user = $1";
  const walked = "visits v join projects p on p.id = v.id_project where v.id_payer = $1";
  const listed = await client.call("GET /api/projects", { query: { per_page: 1 } });
  const quota = async (kind: "project" | "visit") => client.call("GET /api/quota", { query: { kind } });
  const [projects, visits] = [await quota("project"), await quota("visit")];
  return [
    ...tallies,
    {
      of: `projects of ${name}`,
      counts: {
        quota: projects.used,
        list: listed.total,
        rows: await count(database, `${owned} and p.deleted_at is null`, id),
      },
      limit: limits.project,
    },
    {
      of: `projects that ${name} has begun`,
      counts: { quota: projects.used_month, rows: await count(database, owned, id) },
    },
    {
      of: `visits of ${name}`,
      counts: {
        quota: visits.used,
        rows: await count(database, `${walked} and v.deleted_at is null and p.deleted_at is null`, id),
      },
      limit: limits.visit,
    },
    {
      of: `visits that ${name} has begun`,
      counts: { quota: visits.used_month, rows: await count(database, walked, id) },
    },
    {
      of: `bytes that ${name} has brought`,
      counts: {
        quota: await sum(database, "bytes", "usage_months where id_user = $1", id),
        rows: await sum(
          database,
          "c.bytes",
          "rooms r join pictures c on c.sha256 = r.picture_sha256 join visits v on v.id = r.id_visit where v.id_payer = $1",
          id,
        ),
      },
    },
  ];
}

async function sum(database: pg.Pool, what: string, text: string, id: number): Promise<number> {
  const [row] = await all<{ n: string }>(database, `select coalesce(sum(${what}), 0) as n from ${text}`, [
    id,
  ]);
  return Number(row?.n);
}

async function listedNews(client: TestClient): Promise<number> {
  const limit = 100;
  let listed = 0;
  for (let before: number | undefined; ; ) {
    const query = { read: 0 as const, limit, ...(before !== undefined && { before }) };
    const items = await client.call("GET /api/notifications", { query });
    listed += items.length;
    before = items.at(-1)?.id;
    if (items.length < limit) return listed;
  }
}

async function listedMessages(client: TestClient): Promise<number> {
  const ids = new Set<number>();
  for (let page = 1; ; page += 1) {
    const { message } = await client.call("GET /api/messages", { query: { unread: 1, per_page: 100, page } });
    if (Array.isArray(message)) throw new Error("The list of messages has no pages.");
    for (const { id } of message.data) ids.add(id);
    if (page * 100 >= message.total) return ids.size;
  }
}

async function readFiles(
  database: pg.Pool,
  { objects }: S3Service["bucket"],
): Promise<Pick<Final, "files" | "strayFiles">> {
  const rows = await all<{ sha256: string }>(database, "select sha256 from pictures");
  const names = new Set(rows.map(({ sha256 }) => sha256));
  const files = rows.flatMap(({ sha256 }) => {
    const original = objects.get(originalKey(sha256))?.bytes;
    const found = original === undefined ? null : createHash("sha256").update(original).digest("hex");
    return [
      { row: `picture ${sha256}`, sha256, found },
      ...previewFiles.map((name) => ({
        row: `${name} of ${sha256}`,
        sha256: "there",
        found: objects.has(`${picturePrefix(sha256)}/${name}`) ? "there" : null,
      })),
    ];
  });
  const stray = new Set<string>();
  for (const key of objects.keys()) {
    const sha256 = /^pictures\/..\/([0-9a-f]{64})\//.exec(key)?.[1];
    if (sha256 !== undefined && !names.has(sha256)) stray.add(sha256);
  }
  return { files, strayFiles: [...stray] };
}
