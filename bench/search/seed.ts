import pg from "pg";
import { signIn } from "../api/seed.ts";

/** A million searchable items: projects and their visits. */
export const SIZE = { projects: 50_000, visitsPerProject: 19 };
/** The ordinary user is a member of every thousandth project and sees a thousand items. */
const EACH = 1000;

/** Two users with one session each, by the cookie's value. */
export interface Seeded {
  readonly member: string;
  readonly superAdmin: string;
}

/** Fills an empty database directly; the triggers build the index as they would for any import. */
export async function seed(connection: pg.ClientConfig): Promise<Seeded> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(people);
    // Filled first and indexed afterwards, as in any large import; the triggers write the rest as always.
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'search_items' and indexname <> 'search_items_pkey'`,
    );
    for (const { name } of rows) await client.query(`drop index ${name}`);
    await client.query(sites);
    await client.query("set maintenance_work_mem = '256MB'");
    for (const { definition } of rows) await client.query(definition);
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

/** Two thirds English, one third Arabic; every eighth is a tower, as in the facts that the targets are derived from. */
const nouns = `(array['Tower', 'Villa', 'Bridge', 'Mall', 'School', 'Hospital', 'Stadium', 'Warehouse',
  'بُرج', 'مدرسة', 'مستشفى', 'جسر', 'Tower', 'Al Jazeera Park', 'Pumping station', 'المبنى الإداري'])`;
const parts = `(array['north wing', 'roof', 'basement', 'façade', 'parking', 'الواجهة', 'السطح', 'lobby', 'shaft B-2', 'القبو'])`;
const places = `(array['Corniche', 'Industrial Area', 'West Bay', 'لوسيل', 'الوكرة', 'Airport Road', 'Pearl'])`;
const about = `(array['Weekly walk, concrete and steel', 'Before the ceiling is closed', 'Handover, 100% of snags closed',
  'فحص أعمال الكهرباء والسباكة', 'Scaffolding down, glazing begins', 'Residential building with under_ground parking'])`;
/** A scattered number, so that neighbours in the table share neither title nor text. */
const pick = (list: string, n: string, prime: number) =>
  `(${list})[1 + (${n} * ${prime}::bigint / 7) % cardinality(${list})]`;

/** Twelve letters and digits, like the product's own codes: without 0, 1, l, I, O. */
const code = (text: string) =>
  `substr(translate(encode(sha256((${text})::bytea), 'base64'), '+/01OIl=oi', ''), 1, 12)`;

const sites = `
  insert into projects (code, name, description, location, year)
    select ${code("'p' || n")}, ${pick(nouns, "n", 7919)} || ' ' || n,
      ${pick(about, "n", 104_729)} || ', plot ' || n % 977, ${pick(places, "n", 1_299_709)} || ' ' || n % 97, 2026
    from generate_series(1, ${SIZE.projects}) n;
  insert into project_members (id_project, id_user, role)
    select p.id, u.id, 'owner' from projects p
    join users u on u.username = case when p.id % ${EACH} = 0 then 'member' else 'stranger' end;
  insert into visits (code, id_project, name, description, visit_date)
    select ${code("'v' || n")}, 1 + n % ${SIZE.projects},
      ${pick(nouns, "n", 15_485_863)} || ' ' || n || ' ' || ${pick(parts, "n", 32_452_843)},
      ${pick(about, "n", 49_979_687)} || ', level ' || n % 61, now() - n % 900 * interval '1 day'
    from generate_series(1, ${SIZE.projects * SIZE.visitsPerProject}) n`;
