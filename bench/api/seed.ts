import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

export const SIZE = { projects: 10_000, visitsPerProject: 3, roomsPerVisit: 3, pictures: 2000 };
/** The ordinary user is a member of every tenth project. */
const EACH = 10;

/** Three users with one session each, by the cookie's value. */
export interface Seeded {
  readonly member: string;
  /** Starts without any project, so that projects created during the run lengthen no other user's list. */
  readonly founder: string;
  readonly superAdmin: string;
  /** A visit visible to the member. */
  readonly visitId: number;
}

/** Connection to the database that the product started in this data folder: its socket and its password. */
export async function connectionOf(dataDir: string): Promise<pg.ClientConfig> {
  const lines = (await readFile(join(dataDir, "postgres/data/postmaster.pid"), "utf8")).split("\n");
  const password = (await readFile(join(dataDir, "postgres/secret"), "utf8")).trim();
  return { host: lines[4] ?? "", port: Number(lines[3]), user: "app", password, database: "sitewalk" };
}

/** Fills an empty database directly rather than through the product: only the rows matter, not how they are created. */
export async function seed(connection: pg.ClientConfig): Promise<Seeded> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(people);
    await client.query(sites);
    await client.query("vacuum analyze");
    const member = await signIn(client, "member");
    const founder = await signIn(client, "founder");
    const superAdmin = await signIn(client, "overseer");
    const { rows } = await client.query<{ id: string }>(
      `select v.id from visits v join project_members m on m.id_project = v.id_project
       join users u on u.id = m.id_user where u.username = 'member' order by v.id limit 1 offset 500`,
    );
    return { member, founder, superAdmin, visitId: Number(rows[0]?.id) };
  } finally {
    await client.end();
  }
}

/** Deletes what the calls have created. */
export async function clean(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("delete from projects where code not like 'bench%'");
  await client.query("vacuum analyze projects, project_members");
  await client.end();
}

export async function signIn(client: pg.Client, username: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await client.query(
    `insert into sessions (token_hash, id_user, remembered, expires_at)
     select $1, id, true, now() + interval '1 day' from users where username = $2`,
    [createHash("sha256").update(token).digest(), username],
  );
  return token;
}

const people = `
  insert into users (username, email, first_name, last_name, role) values
    ('member', 'member@example.org', 'Site', 'Member', 'administrator'),
    ('founder', 'founder@example.org', 'Site', 'Founder', 'administrator'),
    ('overseer', 'overseer@example.org', 'Site', 'Overseer', 'super_admin'),
    ('stranger', 'stranger@example.org', 'Site', 'Stranger', 'user')`;

const sites = `
  insert into pictures (sha256, bytes, width, height, state, levels, previewed_at, ready_at)
    select encode(sha256(n::text::bytea), 'hex'), 6000000, 7680, 3840, 'ready',
      '[{"width":1920,"height":960},{"width":3840,"height":1920},{"width":7680,"height":3840}]', now(), now()
    from generate_series(1, ${SIZE.pictures}) n;
  insert into projects (code, name, description, status, location, year, created_at, updated_at)
    select 'bench' || md5(n::text), 'Tower ' || n, 'Residential building, plot ' || n,
      (array['Design', 'Under_Construction', 'On_Hold', 'Completed'])[1 + n % 4], 'Block ' || n % 97, 2026,
      now() - n * interval '7 minutes', now() - (n * 7919 % ${SIZE.projects}) * interval '5 minutes'
    from generate_series(1, ${SIZE.projects}) n;
  insert into project_members (id_project, id_user, role)
    select p.id, u.id, 'owner' from projects p
    join users u on u.username = case when p.id % ${EACH} = 0 then 'member' else 'stranger' end;
  insert into visits (code, id_project, id_user, name, description, visit_date)
    select md5('visit' || p.id || '-' || n), p.id, m.id_user, 'Walk ' || n, 'Weekly walk',
      now() - (p.id * 31 % 5000 + n * 5000) * interval '3 minutes'
    from projects p join project_members m on m.id_project = p.id,
      generate_series(1, ${SIZE.visitsPerProject}) n;
  insert into rooms (id_visit, name, position, picture_sha256, file_name)
    select v.id, 'Room ' || n, n - 1,
      encode(sha256((1 + (v.id * ${SIZE.roomsPerVisit} + n) % ${SIZE.pictures})::text::bytea), 'hex'),
      'room-' || n || '.jpg'
    from visits v, generate_series(1, ${SIZE.roomsPerVisit}) n`;
