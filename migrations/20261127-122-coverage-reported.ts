import { type Kysely, sql } from "kysely";

/**
 * The newest alert of each project that was reported to a user. One number for all projects would skip the alerts of a
 * project that was at rest while those of another were reported.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table coverage_reported (
      id_user bigint not null references users (id) on delete cascade,
      id_project bigint not null references projects (id) on delete cascade,
      last_alert bigint not null,
      primary key (id_user, id_project)
    )`.execute(db);
  await sql`create index coverage_reported_project on coverage_reported (id_project)`.execute(db);
  await sql`
    insert into coverage_reported (id_user, id_project, last_alert)
    select d.id_user, m.id_project, d.last_alert
    from coverage_digests d join project_members m on m.id_user = d.id_user`.execute(db);
  // No longer read; the version before still writes it.
  await sql`alter table coverage_digests alter column last_alert set default 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    update coverage_digests d set last_alert = coalesce(
      (select max(r.last_alert) from coverage_reported r where r.id_user = d.id_user), 0)`.execute(db);
  await sql`alter table coverage_digests alter column last_alert drop default`.execute(db);
  await sql`drop table coverage_reported`.execute(db);
}
