import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id bigint generated always as identity primary key,
      username text not null check (username <> ''),
      email text not null check (email <> ''),
      first_name text not null default '',
      last_name text not null default '',
      -- argon2id, "$argon2id$v=19$m=…,t=…,p=…$salt$hash"; null for accounts that cannot sign in by password
      password_hash text,
      role text not null default 'user' check (role in ('user', 'administrator', 'super_admin')),
      is_demo boolean not null default false,
      language text not null default 'en' check (language in ('en', 'ar')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  // Names and addresses are told apart without regard to case.
  await sql`create unique index users_username_key on users (lower(username))`.execute(db);
  await sql`create unique index users_email_key on users (lower(email))`.execute(db);
  await sql`
    create table sessions (
      id bigint generated always as identity primary key,
      -- SHA-256 of the cookie: the table alone opens nothing
      token_hash bytea not null unique,
      id_user bigint not null references users (id) on delete cascade,
      remembered boolean not null,
      user_agent text not null default '',
      address text not null default '',
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      end_reason text check (end_reason in ('logout', 'revoked', 'forced'))
    )`.execute(db);
  await sql`create index sessions_user on sessions (id_user)`.execute(db);
  // One row: the hash of the one-time link that makes the first super admin.
  await sql`
    create table setup_links (
      singleton boolean primary key default true check (singleton),
      token_hash bytea not null,
      created_at timestamptz not null default now()
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table setup_links, sessions, users`.execute(db);
}
