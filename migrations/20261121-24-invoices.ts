import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row a year: the number that was given last. It is taken in the bill's own transaction, so none is left out.
  await sql`
    create table invoice_numbers (
      year integer primary key,
      last integer not null
    )`.execute(db);
  await sql`
    create table invoices (
      id bigint generated always as identity primary key,
      number text not null unique,
      year integer not null,
      sequence integer not null,
      id_user bigint references users (id) on delete set null,
      -- what both sides were called when it was written
      customer jsonb not null,
      seller jsonb not null,
      language text not null default 'en',
      status text not null default 'unpaid' check (status in ('unpaid', 'paid', 'void')),
      -- [billing_start, billing_end): the wire names the last day
      billing_start date not null,
      billing_end date not null,
      currency text not null,
      subtotal bigint not null,
      tax_name text not null default '',
      -- hundredths of a percent
      tax_rate integer not null default 0 check (tax_rate between 0 and 10000),
      tax bigint not null,
      total bigint not null,
      note text not null default '',
      issued_at timestamptz not null default now(),
      paid_on date,
      -- a later last day to pay than the rule's
      extended_to date,
      -- taken out of the lists
      hidden_at timestamptz,
      check (billing_start < billing_end),
      check (total = subtotal + tax),
      check ((status = 'paid') = (paid_on is not null)),
      unique (year, sequence)
    )`.execute(db);
  // Exactly one bill that counts for a customer's cycle, whoever writes it and however often.
  await sql`
    create unique index invoices_cycle on invoices (id_user, billing_start) where status <> 'void'`.execute(
    db,
  );
  await sql`create index invoices_user on invoices (id_user, billing_end desc)`.execute(db);
  await sql`create index invoices_issued on invoices (issued_at desc, id desc) where hidden_at is null`.execute(
    db,
  );
  await sql`create index invoices_unpaid on invoices (id_user, billing_end) where status = 'unpaid'`.execute(
    db,
  );
  await sql`
    create table invoice_lines (
      id_invoice bigint not null references invoices (id) on delete cascade,
      position integer not null,
      kind text not null check (kind in ('plan', 'project', 'channels')),
      name text not null,
      -- [from_day, to_day) where it is not the whole cycle
      from_day date,
      to_day date,
      quantity integer not null,
      unit_price bigint not null,
      amount bigint not null,
      primary key (id_invoice, position)
    )`.execute(db);
  await sql`
    alter table users
      -- last day to pay what is unpaid; null while all is paid. Kept with the bills, read with every session
      add column payment_deadline date,
      -- the deadline that its customer was reminded of
      add column told_deadline date,
      -- in the bin: a lock, too, so that every door that is closed to the locked is closed to these. Locked at the very
      -- instant of the deletion: it was not locked before
      add column deleted_at timestamptz,
      add column id_deleter bigint references users (id) on delete set null,
      add constraint users_bin_is_locked check (deleted_at is null or locked_at is not null)`.execute(db);
  await sql`create index users_deleted on users (deleted_at) where deleted_at is not null`.execute(db);
  await sql`create index users_deleter on users (id_deleter)`.execute(db);
  // What somebody did stays in the logs of projects and of the place when his account is gone for good.
  await sql`
    alter table activity
      alter column id_user drop not null,
      drop constraint activity_id_user_fkey,
      add constraint activity_id_user_fkey foreign key (id_user) references users (id) on delete set null`.execute(
    db,
  );
  // For who looks for one kind of thing in the log of the whole place.
  await sql`create index activity_kind on activity (split_part(action, '.', 1), id desc)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index activity_kind`.execute(db);
  await sql`delete from activity where id_user is null`.execute(db);
  await sql`
    alter table activity
      alter column id_user set not null,
      drop constraint activity_id_user_fkey,
      add constraint activity_id_user_fkey foreign key (id_user) references users (id) on delete cascade`.execute(
    db,
  );
  await sql`alter table users drop column payment_deadline, drop column told_deadline, drop column deleted_at, drop column id_deleter`.execute(
    db,
  );
  await sql`drop table invoice_lines, invoices, invoice_numbers`.execute(db);
}
