import { createHash } from "node:crypto";
import fastify, { type FastifyRequest } from "fastify";
import pg from "pg";

/**
 * The minimum that could answer the same calls with the same data: Fastify and pg, a session lookup, one or two
 * hand-written statements for exactly this purpose, and the rows sent as they come. No rules, no checks of input or
 * output, no headers, no limits. Runs in a process of its own, so that its CPU time can be measured separately; prints
 * its port.
 */

interface User {
  readonly id: string;
  readonly role: string;
}

const pool = new pg.Pool({ ...(JSON.parse(process.argv[2] ?? "{}") as pg.PoolConfig), max: 10 });
const app = fastify();

const session = `
  select u.id, u.username, u.first_name, u.last_name, u.email, u.language, u.role, u.is_demo
  from sessions s join users u on u.id = s.id_user
  where s.token_hash = $1 and s.expires_at > now() and s.ended_at is null`;

async function userOf(request: FastifyRequest, statement = session): Promise<User> {
  const token = /sitewalk_session=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
  const hash = createHash("sha256").update(token).digest();
  const { rows } = await pool.query<User>(statement, [hash]);
  const [user] = rows;
  if (user === undefined) throw new Error("nobody is signed in");
  return user;
}

app.get("/api/user", async (request) => ({ data: await userOf(request) }));

/** All that the product returns about a user, with the plan. What they created is counted once, by the product each minute. */
const completeUser = `
  select u.id, u.code, u.username, u.first_name, u.last_name, u.email, u.avatar, u.cover_image, u.company, u.tax_id,
    u.street, u.city, u.postal_code, u.province, u.country, u.tel, u.language, u.role, u.is_demo, u.inactivity,
    u.notification_preferences, u.tools_off, u.payment_deadline, u.password_hash is not null as has_password,
    u.totp_enabled_at is not null as is_protected,
    exists (select from autodesk_accounts a where a.id_user = u.id and a.refresh_until > now()) as has_autodesk,
    to_jsonb(p) as plan
  from sessions s join users u on u.id = s.id_user
  left join subscriptions c on c.id_user = u.id and c.ended_on is null
  left join subscription_plans sp on sp.id_subscription = c.id and sp.to_day is null
  left join billing_plans p on p.id = sp.id_plan
  where s.token_hash = $1 and s.expires_at > now() and s.ended_at is null`;

const created = `
  select count(*) as count_visits, (select count(*) from videos where id_user = $1) as count_videos
  from visits where id_user = $1 and deleted_at is null`;
const counted = new Map<string, object>();

app.get("/api/user/complete", async (request) => {
  const user = await userOf(request, completeUser);
  const known = counted.get(user.id) ?? (await pool.query<object>(created, [user.id])).rows[0] ?? {};
  counted.set(user.id, known);
  return { data: { ...user, user_stats: known } };
});

const projects = (isSuper: boolean) => `
  select p.*, facts.*, s.id_user is not null as starred
  from (
    select p.*, m.role, count(*) over () as total from projects p
    ${isSuper ? "left" : ""} join project_members m on m.id_project = p.id and m.id_user = $1
    where p.deleted_at is null order by p.updated_at desc, p.id desc limit $2
  ) p
  left join project_stars s on s.id_project = p.id and s.id_user = $1
  cross join lateral (
    select count(distinct v.id) as visit_count, count(r.id) as room_count, max(v.visit_date) as last_visit_date,
      (array_agg(r.picture_sha256 order by v.visit_date desc, r.position))[1] as cover
    from visits v left join rooms r on r.id_visit = v.id where v.id_project = p.id and v.deleted_at is null
  ) facts`;

app.get<{ Querystring: { per_page: string } }>("/api/projects", async (request) => {
  const user = await userOf(request);
  const text = projects(user.role === "super_admin");
  const { rows } = await pool.query(text, [user.id, request.query.per_page]);
  return { data: { items: rows } };
});

const visits = `
  select v.*, u.username as author, facts.*, s.id_user is not null as starred
  from (
    select v.*, p.name as project, m.role, count(*) over () as total from visits v
    join projects p on p.id = v.id_project and p.deleted_at is null
    join project_members m on m.id_project = p.id and m.id_user = $1
    where v.deleted_at is null order by v.visit_date desc, v.id desc limit $2
  ) v
  left join users u on u.id = v.id_user
  left join visit_stars s on s.id_visit = v.id and s.id_user = $1
  cross join lateral (
    select count(*) as room_count, count(*) filter (where c.state = 'processing') as processing_count,
      (array_agg(r.picture_sha256 order by r.position))[1] as cover
    from rooms r join pictures c on c.sha256 = r.picture_sha256 where r.id_visit = v.id
  ) facts`;

app.get<{ Querystring: { per_page: string } }>("/api/visits", async (request) => {
  const user = await userOf(request);
  const { rows } = await pool.query(visits, [user.id, request.query.per_page]);
  return { data: { items: rows } };
});

const visit = `
  select v.*, p.name as project, m.role, u.username as author, s.id_user is not null as starred
  from visits v join projects p on p.id = v.id_project
  join project_members m on m.id_project = p.id and m.id_user = $1
  left join users u on u.id = v.id_user
  left join visit_stars s on s.id_visit = v.id and s.id_user = $1
  where v.id = $2 and v.deleted_at is null and p.deleted_at is null`;
const rooms = `
  select r.*, c.state, c.width, c.height, c.levels, c.captured_at
  from rooms r join pictures c on c.sha256 = r.picture_sha256 where r.id_visit = $1 order by r.position, r.id`;

app.get<{ Params: { id: string } }>("/api/visits/:id", async (request) => {
  const user = await userOf(request);
  const found = await pool.query<object>(visit, [user.id, request.params.id]);
  const inside = await pool.query(rooms, [request.params.id]);
  return { data: { ...found.rows[0], rooms: inside.rows } };
});

const create = `
  with p as (insert into projects (code, name, year) values ($1, $2, 2026) returning *),
    m as (insert into project_members (id_project, id_user, role) select id, $3, 'owner' from p)
  select * from p`;

app.post<{ Body: { name: string } }>("/api/projects", async (request, reply) => {
  const user = await userOf(request);
  const { rows } = await pool.query(create, [crypto.randomUUID(), request.body.name, user.id]);
  return reply.status(201).send({ data: rows[0] });
});

/** Everything that the product writes with a project, in the fewest statements that keep names unique per owner. */
const completeCreate = `
  with plan as (
      select p.n_projects from subscriptions s
      join subscription_plans sp on sp.id_subscription = s.id and sp.to_day is null
      join billing_plans p on p.id = sp.id_plan where s.ended_on is null and s.id_user = $3),
    same as materialized (
      select id from projects where deleted_at is null and lower(btrim(name)) = lower(btrim($2::text))),
    counted as (
      insert into usage_months as u (id_user, month, projects) values ($3, date_trunc('month', now()), 1)
      on conflict (id_user, month) do update set projects = u.projects + 1),
    p as (
      insert into projects (code, name, year) select $1, $2::text, 2026
      where not exists (
        select from same join project_members m on m.id_project = same.id
        where m.id_user = $3 and m.role = 'owner')
      and (select coalesce(max(n_projects), -1) from plan) <> 0
      returning *),
    m as (insert into project_members (id_project, id_user, role) select id, $3, 'owner' from p),
    logged as (
      insert into activity (id_user, action, subject_kind, id_subject, subject_name, changed, address, id_project)
      select $3, 'project.created', 'project', id, name, '{}', '127.0.0.1', id from p),
    reader as materialized (
      select id from users where role = 'super_admin' and not is_demo and awaiting is null and locked_at is null
        and id <> $3),
    past as materialized (
      select n.id, n.id_user, n.count from notifications n
      where n.fold = $4 and n.read_at is null and n.id_user in (select id from reader)
        and n.created_at > now() - interval '24 hours' for update of n skip locked),
    gone as (delete from notifications using past where notifications.id = past.id),
    fresh as (
      insert into notifications (id_user, type, kind, text, values, link, fold, count)
      select reader.id, 'info', 'project_created', 'project_created',
        jsonb_build_object('project', p.name, 'actor', $5::text), '/project/' || p.id, $4,
        coalesce((select sum(count) from past where past.id_user = reader.id), 0) + 1
      from p, reader returning id, id_user, count),
    told as (
      insert into events (name, payload)
      select 'project.changed', jsonb_build_object('id_project', id) from p
      union all
      select 'notification.told', jsonb_build_object('readers', jsonb_agg(jsonb_build_object(
        'id', fresh.id, 'id_user', fresh.id_user, 'count', fresh.count,
        'unread', (select count(*) from notifications n where n.id_user = fresh.id_user and n.read_at is null))))
      from fresh)
  select id from p`;

const summary = `
  select p.*, 'owner' as role, facts.*, false as starred
  from projects p
  cross join lateral (
    select count(distinct v.id) as visit_count, count(r.id) as room_count, max(v.visit_date) as last_visit_date,
      (array_agg(r.picture_sha256 order by v.visit_date desc, r.position))[1] as cover
    from visits v left join rooms r on r.id_visit = v.id where v.id_project = p.id and v.deleted_at is null
  ) facts
  where p.id = $1`;

app.post<{ Body: { name: string } }>("/api/projects/complete", async (request, reply) => {
  const user = await userOf(request);
  const client = await pool.connect();
  try {
    await client.query("begin");
    // Two of one owner's at a time would both find their name free.
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`names of ${user.id}`]);
    const values = [
      crypto.randomUUID(),
      request.body.name,
      user.id,
      `projects of ${user.id}`,
      "Site Founder",
    ];
    const { rows } = await client.query<{ id: string }>(completeCreate, values);
    await client.query("commit");
    const made = await client.query(summary, [rows[0]?.id]);
    await client.query("notify bench");
    return await reply.status(201).send({ data: made.rows[0] });
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
});

/**
 * All words anywhere in an item's text, or the whole query as its code; exact ones first, then by title. No misspelled
 * words, no beginnings of codes.
 */
app.post<{ Body: { q: string } }>("/api/search/global", async (request) => {
  const user = await userOf(request);
  const normal = await pool.query<{ whole: string }>("select app_norm($1) as whole", [request.body.q.trim()]);
  const whole = normal.rows[0]?.whole ?? "";
  const patterns = whole.split(" ").map((word) => `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`);
  const likes = patterns.map((_, index) => `s.haystack like $${index + 2}`).join(" and ");
  const isSuper = user.role === "super_admin";
  const mine = "join project_members m on m.id_project = s.id_project and m.id_user = ";
  const { rows } = await pool.query(
    `select s.kind, s.id, s.title, s.code, p.name, p.location from search_items s
     join projects p on p.id = s.id_project and p.deleted_at is null ${isSuper ? "" : `${mine}${user.id}`}
     where ${likes} or s.norm_code = $1
     order by (s.sort = $1 or s.norm_code = $1) desc, s.sort, s.kind, s.id limit 9`,
    [whole, ...patterns],
  );
  return { data: { items: rows } };
});

await app.listen({ port: 0, host: "127.0.0.1" });
const address = app.server.address();
if (address !== null && typeof address === "object") process.stdout.write(`${address.port}\n`);
