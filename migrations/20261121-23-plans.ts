import { type Kysely, sql } from "kysely";

const planLimits = [
  "n_projects",
  "n_projects_month",
  "n_virtual_tours",
  "n_virtual_tours_month",
  "n_video_uploads",
  "n_video_uploads_month",
  "n_cameras",
  "n_channels",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table billing_plans (
      id bigint generated always as identity primary key,
      name text not null check (name <> ''),
      description text not null default '',
      -- minor units of the installation's currency
      price bigint not null default 0 check (price >= 0),
      channel_price bigint not null default 0 check (channel_price >= 0),
      billing_interval text not null default 'month' check (billing_interval in ('month', 'year')),
      -- null: without limit
      ${sql.raw(planLimits.map((name) => `${name} integer check (${name} >= 0),`).join("\n"))}
      features text[] not null default '{}',
      custom_features text[] not null default '{}',
      active boolean not null default true,
      is_default boolean not null default false,
      needs_approval boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index billing_plans_name on billing_plans (lower(name))`.execute(db);
  // Whoever registers begins with one plan at most.
  await sql`create unique index billing_plans_default on billing_plans (is_default) where is_default`.execute(
    db,
  );
  await sql`
    create table subscriptions (
      id bigint generated always as identity primary key,
      id_user bigint not null references users (id) on delete cascade,
      -- cycle n begins so many intervals after this day; a month that is shorter ends it earlier
      anchor date not null,
      billing_interval text not null check (billing_interval in ('month', 'year')),
      -- the running cycle counts from 0 and covers [cycle_start, cycle_end)
      cycle integer not null default 0,
      cycle_start date not null,
      cycle_end date not null,
      -- what waits for the end of the cycle: another plan, or the end
      id_next_plan bigint references billing_plans (id),
      ends boolean not null default false,
      ended_on date,
      -- the end that its owner was reminded of
      told_end date,
      created_at timestamptz not null default now(),
      check (cycle_start < cycle_end),
      check (not (ends and id_next_plan is not null))
    )`.execute(db);
  await sql`create unique index subscriptions_user on subscriptions (id_user) where ended_on is null`.execute(
    db,
  );
  await sql`create index subscriptions_due on subscriptions (cycle_end) where ended_on is null`.execute(db);
  await sql`create index subscriptions_next_plan on subscriptions (id_next_plan)`.execute(db);
  // Which plan held on which days, at the price it had then: what a bill is worked out from. [from_day, to_day)
  await sql`
    create table subscription_plans (
      id bigint generated always as identity primary key,
      id_subscription bigint not null references subscriptions (id) on delete cascade,
      -- null: a plan that nobody had any more, deleted since; its name stays
      id_plan bigint references billing_plans (id) on delete set null,
      plan_name text not null,
      price bigint not null,
      channel_price bigint not null,
      from_day date not null,
      to_day date check (to_day >= from_day)
    )`.execute(db);
  await sql`create index subscription_plans_subscription on subscription_plans (id_subscription, from_day)`.execute(
    db,
  );
  await sql`create index subscription_plans_plan on subscription_plans (id_plan)`.execute(db);
  await sql`
    create unique index subscription_plans_open on subscription_plans (id_subscription) where to_day is null`.execute(
    db,
  );
  await sql`
    create table plan_requests (
      id bigint generated always as identity primary key,
      id_user bigint not null unique references users (id) on delete cascade,
      id_plan bigint not null references billing_plans (id) on delete cascade,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index plan_requests_plan on plan_requests (id_plan)`.execute(db);
  // What somebody's plan paid for in a month, by its first day; what was deleted since still counts.
  await sql`
    create table usage_months (
      id_user bigint not null references users (id) on delete cascade,
      month date not null,
      projects integer not null default 0,
      visits integer not null default 0,
      videos integer not null default 0,
      bytes bigint not null default 0,
      primary key (id_user, month)
    )`.execute(db);
  // Whose plan a thing counts for: who made it, or the project's owner where he has none.
  for (const table of ["visits", "videos", "cameras", "live_channels"]) {
    await sql`alter table ${sql.table(table)} add column id_payer bigint references users (id) on delete set null`.execute(
      db,
    );
    await sql`create index ${sql.ref(`${table}_payer`)} on ${sql.table(table)} (id_payer)`.execute(db);
  }
  for (const table of ["visits", "videos"])
    await sql`update ${sql.table(table)} set id_payer = id_user`.execute(db);
  for (const table of ["cameras", "live_channels"])
    await sql`
      update ${sql.table(table)} t set id_payer = m.id_user
      from project_members m where m.id_project = t.id_project and m.role = 'owner'`.execute(db);
  await sql`
    insert into usage_months (id_user, month, projects, visits, videos)
    select id_user, month, sum(projects), sum(visits), sum(videos) from (
      select m.id_user, date_trunc('month', p.created_at at time zone 'UTC')::date as month, 1 as projects, 0 as visits, 0 as videos
      from projects p join project_members m on m.id_project = p.id and m.role = 'owner'
      union all
      select id_user, date_trunc('month', created_at at time zone 'UTC')::date, 0, 1, 0 from visits where id_user is not null
      union all
      select id_user, date_trunc('month', created_at at time zone 'UTC')::date, 0, 0, 1 from videos where id_user is not null
    ) made group by id_user, month`.execute(db);
  await sql`
    create table project_tiers (
      id bigint generated always as identity primary key,
      name text not null check (name <> ''),
      -- largest project that it holds, inclusive; null: any
      area double precision check (area >= 0),
      num_buildings integer check (num_buildings >= 0),
      num_floors integer check (num_floors >= 0),
      -- the one project that it was made for
      id_project bigint references projects (id) on delete cascade,
      -- minor units a month
      price bigint not null check (price >= 0),
      active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index project_tiers_project on project_tiers (id_project)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table project_tiers, usage_months, plan_requests, subscription_plans, subscriptions`.execute(
    db,
  );
  for (const table of ["visits", "videos", "cameras", "live_channels"])
    await sql`alter table ${sql.table(table)} drop column id_payer`.execute(db);
  await sql`drop table billing_plans`.execute(db);
}
