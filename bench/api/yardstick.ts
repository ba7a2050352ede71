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

async function userOf(request: FastifyRequest): Promise<User> {
  const token = /sitewalk_session=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
  const hash = createHash("sha256").update(token).digest();
  const { rows } = await pool.query<User>(session, [hash]);
  const [user] = rows;
  if (user === undefined) throw new Error("nobody is signed in");
  return user;
}

app.get("/api/user", async (request) => ({ data: await userOf(request) }));

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

await app.listen({ port: 0, host: "127.0.0.1" });
const address = app.server.address();
if (address !== null && typeof address === "object") process.stdout.write(`${address.port}\n`);
