import { type Kysely, sql } from "kysely";

/** The line of a placed walk as other pages show it, and the user for whom its rooms are created. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table walks add column line jsonb, add column id_maker bigint`.execute(db);
  await sql`
    alter table walks add constraint walks_maker
      foreign key (id_maker) references users (id) on delete set null not valid`.execute(db);
  await sql`create index walks_id_maker on walks (id_maker)`.execute(db);
  // Jobs that are open during the update continue for the user whom the older version named.
  await sql`update walks set id_maker = id_user where state = 'making'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table walks drop column line, drop column id_maker`.execute(db);
}
