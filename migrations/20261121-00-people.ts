import { type Kysely, sql } from "kysely";

const names = ["company", "tax_id", "street", "city", "postal_code", "province", "country", "tel"] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of names)
    await sql`alter table users add column ${sql.ref(name)} text not null default ''`.execute(db);
  await sql`
    alter table users
      -- opens the public page of a person
      add column code text not null unique default substr(replace(gen_random_uuid()::text, '-', ''), 1, 16),
      -- what authenticators know the person by: tells nothing about him
      add column handle uuid not null unique default gen_random_uuid(),
      -- keys of the object store
      add column avatar text,
      add column cover_image text,
      add column email_verified_at timestamptz,
      -- what the account still waits for; null once it may sign in
      add column awaiting text check (awaiting in ('invitation', 'activation')),
      add column locked_at timestamptz,
      add column password_changed_at timestamptz,
      add column inactivity jsonb,
      add column notification_preferences jsonb,
      -- sealed with the installation's key
      add column totp_secret text,
      add column totp_pending text,
      add column totp_enabled_at timestamptz,
      -- the 30 s step of the last code that was taken: none is taken twice
      add column totp_last_step bigint`.execute(db);
  // Off: what a project holds is seen by its members, and by those who were given a link.
  await sql`alter table projects add column is_public boolean not null default false`.execute(db);
  await sql`
    alter table sessions
      -- SHA-256 of the browser's cookie: sessions of one browser belong together
      add column browser_hash bytea,
      add column way text not null default 'password'
        check (way in ('password', 'demo', 'setup', 'social', 'passkey', 'activation')),
      add column two_factor boolean not null default false`.execute(db);
  await sql`create index visits_user on visits (id_user) where deleted_at is null`.execute(db);
  await sql`create index sessions_seen on sessions (last_seen_at desc)`.execute(db);
  await sql`
    create table account_tokens (
      -- SHA-256 of what the mail's link carries
      token_hash bytea primary key,
      kind text not null check (kind in ('activation', 'invitation', 'recovery')),
      id_user bigint not null references users (id) on delete cascade,
      -- the address it was sent to: it proves that one and no other
      email text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index account_tokens_user on account_tokens (id_user, kind)`.execute(db);
  await sql`
    create table sign_in_challenges (
      token_hash bytea primary key,
      id_user bigint not null references users (id) on delete cascade,
      remembered boolean not null,
      way text not null,
      tries integer not null default 0,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create table recovery_codes (
      id_user bigint not null references users (id) on delete cascade,
      code_hash bytea not null,
      primary key (id_user, code_hash)
    )`.execute(db);
  await sql`
    create table passkeys (
      id bigint generated always as identity primary key,
      id_user bigint not null references users (id) on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null default '{}',
      name text not null,
      synced boolean not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_user on passkeys (id_user)`.execute(db);
  await sql`
    create table passkey_challenges (
      token_hash bytea primary key,
      challenge text not null,
      id_user bigint references users (id) on delete cascade,
      purpose text not null check (purpose in ('create', 'sign-in')),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create table social_accounts (
      provider text not null check (provider in ('google', 'facebook', 'twitter')),
      subject text not null,
      id_user bigint not null references users (id) on delete cascade,
      label text not null,
      created_at timestamptz not null default now(),
      primary key (provider, subject),
      unique (id_user, provider)
    )`.execute(db);
  // Counts of tries. Unlogged: a crash of the database forgives, which is better than a write to disk per guess.
  await sql`
    create unlogged table attempts (
      key_hash bytea primary key,
      count integer not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`
    create table spent_puzzles (
      puzzle_hash bytea primary key,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create table sign_ins (
      id bigint generated always as identity primary key,
      -- null for a name that nobody has
      id_user bigint references users (id) on delete cascade,
      succeeded boolean not null,
      way text not null,
      address text not null,
      user_agent text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index sign_ins_time on sign_ins (created_at)`.execute(db);
  await sql`create index sign_ins_user on sign_ins (id_user, created_at desc)`.execute(db);
  await sql`
    create table account_alerts (
      id bigint generated always as identity primary key,
      id_user bigint not null references users (id) on delete cascade,
      kind text not null,
      address text not null,
      user_agent text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index account_alerts_user on account_alerts (id_user, id desc)`.execute(db);
  await sql`
    create table activity (
      id bigint generated always as identity primary key,
      id_user bigint not null references users (id) on delete cascade,
      -- subject.verb
      action text not null,
      subject_kind text,
      id_subject bigint,
      subject_name text not null default '',
      changed text[] not null default '{}',
      address text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index activity_user on activity (id_user, id desc)`.execute(db);
  // Pictures of people and of the brand, by their keys in the object store: what nobody refers to is swept by this list.
  await sql`
    create table portraits (
      key text primary key,
      kept_at timestamptz not null default now()
    )`.execute(db);
  // One row per setting that differs from its default; `sealed` holds secrets, encrypted with the installation's key.
  await sql`
    create table settings (
      key text primary key,
      value jsonb,
      sealed text,
      updated_at timestamptz not null default now(),
      check ((value is null) <> (sealed is null))
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table settings, portraits, activity, account_alerts, sign_ins, spent_puzzles, attempts, social_accounts,
      passkey_challenges, passkeys, recovery_codes, sign_in_challenges, account_tokens`.execute(db);
  await sql`alter table sessions drop column browser_hash, drop column way, drop column two_factor`.execute(
    db,
  );
  await sql`drop index if exists visits_user, sessions_seen`.execute(db);
  await sql`alter table projects drop column is_public`.execute(db);
  for (const name of names) await sql`alter table users drop column ${sql.ref(name)}`.execute(db);
  await sql`
    alter table users drop column code, drop column handle, drop column avatar, drop column cover_image,
      drop column email_verified_at, drop column awaiting, drop column locked_at, drop column password_changed_at,
      drop column inactivity, drop column notification_preferences, drop column totp_secret,
      drop column totp_pending, drop column totp_enabled_at, drop column totp_last_step`.execute(db);
}
