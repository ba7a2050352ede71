import pg from "pg";
import { signIn } from "../api/seed.ts";

/** The member owns `own` projects; `others` belong to another user and are visible only to the super admin. */
export const SIZE = { own: 10_000, others: 2000, visitsPerProject: 3, roomsPerVisit: 3, pictures: 2000 };

/** Two users with one session each, by the cookie's value. */
export interface Seeded {
  readonly member: string;
  readonly superAdmin: string;
}

/** Fills an empty database directly rather than through the product: only the rows matter, not how they are created. */
export async function seed(connection: pg.ClientConfig): Promise<Seeded> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(people);
    await client.query(sites);
    await client.query("vacuum analyze");
    return { member: await signIn(client, "member"), superAdmin: await signIn(client, "overseer") };
  } finally {
    await client.end();
  }
}

const people = `
  insert into users (username, email, first_name, last_name, role) values
    ('member', 'member@example.org', 'Site', 'Member', 'administrator'),
    ('overseer', 'overseer@example.org', 'Site', 'Overseer', 'super_admin'),
    ('stranger', 'stranger@example.org', 'Site', 'Stranger', 'user')`;

/** Scattered numbers, so that neighbours in one order are not neighbours in another. Every eighth name is Arabic. */
const sites = `
  insert into pictures (sha256, bytes, width, height, state, levels, previewed_at, ready_at)
    select encode(sha256(n::text::bytea), 'hex'), 6000000, 7680, 3840, 'ready',
      '[{"width":1920,"height":960},{"width":3840,"height":1920},{"width":7680,"height":3840}]', now(), now()
    from generate_series(1, ${SIZE.pictures}) n;
  insert into project_types (name) select 'Type ' || n from generate_series(1, 12) n;
  insert into categories (name) select 'Category ' || n from generate_series(1, 20) n;
  insert into projects (code, name, description, status, location, latitude, longitude, year, active, validated, id_type,
      created_at, updated_at)
    select substr(md5(n::text), 1, 12),
      (array['Tower', 'Villa', 'Bridge', 'Mall', 'School', 'Hospital', 'Warehouse', 'برج'])[1 + n * 7919 % 8] || ' ' ||
        md5(n::text || 'name'),
      'Residential building with parking, plot ' || n % 977,
      (array['Design', 'Under_Construction', 'On_Hold', 'Completed'])[1 + n % 4],
      (array['Corniche', 'West Bay', 'Airport Road', 'Pearl', 'الوكرة'])[1 + n * 31 % 5] || ' ' || n % 97,
      case when n % 10 > 0 then 24 + (n * 7919 % 3000) / 1000.0 end,
      case when n % 10 > 0 then 46 + (n * 104729 % 6000) / 1000.0 end,
      2000 + n % 27, n % 9 > 0, n % 50 > 0, case when n % 3 > 0 then (select min(id) from project_types) + n % 12 end,
      now() - (n * 104729 % ${SIZE.own}) * interval '7 minutes', now() - (n * 7919 % ${SIZE.own}) * interval '5 minutes'
    from generate_series(1, ${SIZE.own + SIZE.others}) n;
  insert into project_members (id_project, id_user, role)
    select p.id, u.id, 'owner' from projects p
    join users u on u.username = case when p.id <= ${SIZE.own} then 'member' else 'stranger' end;
  insert into project_members (id_project, id_user, role)
    select p.id, u.id, 'viewer' from projects p join users u on u.username = 'stranger' where p.id <= ${SIZE.own};
  insert into project_members (id_project, id_user, role)
    select p.id, u.id, 'manager' from projects p join users u on u.username = 'overseer' where p.id % 10 = 0;
  insert into project_categories (id_project, id_category)
    select p.id, (select min(id) from categories) + (p.id * 7 + k * 3) % 20 from projects p, generate_series(1, 2) k;
  insert into project_stars (id_user, id_project)
    select u.id, p.id from users u, projects p where p.id % 20 = 0 and u.username <> 'stranger';
  insert into visits (code, id_project, id_user, name, description, visit_date)
    select md5('visit' || p.id || '-' || n), p.id, m.id_user, 'Walk ' || n, 'Weekly walk',
      now() - (p.id * 31 % 5000 + n * 5000) * interval '3 minutes'
    from projects p join project_members m on m.id_project = p.id and m.role = 'owner',
      generate_series(1, ${SIZE.visitsPerProject}) n;
  insert into rooms (id_visit, name, position, picture_sha256, file_name)
    select v.id, 'Room ' || n, n - 1,
      encode(sha256((1 + (v.id * ${SIZE.roomsPerVisit} + n) % ${SIZE.pictures})::text::bytea), 'hex'),
      'room-' || n || '.jpg'
    from visits v, generate_series(1, ${SIZE.roomsPerVisit}) n`;
