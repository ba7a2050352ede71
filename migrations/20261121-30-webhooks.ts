import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks (
      id bigint generated always as identity primary key,
      id_user bigint not null references users (id) on delete cascade,
      -- null: all projects that its owner may see
      id_project bigint references projects (id) on delete cascade,
      url text not null,
      description text not null default '',
      events text[] not null,
      -- sealed; the one before signs for a day beside it
      secret text not null,
      old_secret text,
      old_secret_until timestamptz,
      is_active boolean not null default true,
      failing_since timestamptz,
      stopped_at timestamptz,
      last_delivery_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index webhooks_user on webhooks (id_user, id)`.execute(db);
  await sql`create index webhooks_project on webhooks (id_project)`.execute(db);
  await sql`create index webhooks_active on webhooks (id) where is_active`.execute(db);
  await sql`
    create table webhook_deliveries (
      id bigint generated always as identity primary key,
      id_webhook bigint not null references webhooks (id) on delete cascade,
      -- stays through every try: the receiver tells by it what it has seen
      key text not null unique,
      event text not null,
      id_activity bigint references activity (id) on delete set null,
      -- as it is sent, from the first try on
      body text not null default '',
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
      attempts integer not null default 0,
      status integer,
      answer text not null default '',
      milliseconds integer,
      next_try_at timestamptz,
      created_at timestamptz not null default now(),
      unique (id_webhook, id_activity)
    )`.execute(db);
  await sql`create index webhook_deliveries_list on webhook_deliveries (id_webhook, id desc)`.execute(db);
  await sql`create index webhook_deliveries_due on webhook_deliveries (next_try_at) where state = 'waiting'`.execute(
    db,
  );
  await sql`create index webhook_deliveries_activity on webhook_deliveries (id_activity)`.execute(db);
  await sql`create index webhook_deliveries_created on webhook_deliveries (created_at)`.execute(db);
  // Whatever writes a line of the log feeds the webhooks: no write can forget them, and none is sent of what was rolled
  // back. At the commit, when everything that belongs to it stands: who made a project is its member by then. Whether
  // its owner may see it is asked again before it is sent.
  await sql`
    create function webhooks_take() returns trigger language plpgsql as $$
    begin
      insert into webhook_deliveries (id_webhook, key, event, id_activity, next_try_at)
      select w.id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), new.action, new.id, now()
      from webhooks w join users u on u.id = w.id_user
      where w.is_active and new.action = any (w.events)
        and (w.id_project = new.id_project
          or (w.id_project is null and (u.role = 'super_admin' or exists (
            select from project_members m where m.id_project = new.id_project and m.id_user = w.id_user))));
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger webhooks_take after insert on activity
      deferrable initially deferred for each row when (new.id_project is not null)
      execute function webhooks_take()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger webhooks_take on activity`.execute(db);
  await sql`drop function webhooks_take`.execute(db);
  await sql`drop table webhook_deliveries, webhooks`.execute(db);
}
