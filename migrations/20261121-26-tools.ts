import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      -- outside tools that a super admin has taken from the account
      add column tools_off text[] not null default '{}'
        check (tools_off <@ '{trello,monday,clickup,ms_project}')`.execute(db);
  await sql`
    create table tool_connections (
      id bigint generated always as identity primary key,
      id_user bigint not null references users (id) on delete cascade,
      tool text not null check (tool in ('trello', 'monday', 'clickup')),
      way text not null check (way in ('sign_in', 'token')),
      -- whose account it is there
      account_id text not null,
      account text not null,
      -- access token, refresh token and key, sealed together
      secrets text not null,
      expires_at timestamptz,
      state text not null default 'connected' check (state in ('connected', 'reauth')),
      connected_at timestamptz not null default now(),
      seen_at timestamptz,
      -- the tool asked to be left alone so long
      paused_until timestamptz,
      unique (id_user, tool)
    )`.execute(db);
  await sql`
    create table project_tools (
      id bigint generated always as identity primary key,
      id_project bigint not null references projects (id) on delete cascade,
      tool text not null check (tool in ('trello', 'monday', 'clickup')),
      id_connection bigint references tool_connections (id) on delete set null,
      -- who chose it, also when the connection is gone
      id_user bigint references users (id) on delete set null,
      board_id text not null,
      board jsonb not null,
      section_id text,
      section_name text not null default '',
      -- status there by status here
      statuses jsonb not null,
      -- how the statuses there are called, by their ids
      status_names jsonb not null default '{}',
      sends_photos boolean not null default true,
      sends_all boolean not null default false,
      -- what the tool calls our webhook, and the secret it signs with (sealed)
      hook_id text,
      hook_secret text,
      -- part of the address that the tool tells its news to
      hook_key text not null unique,
      -- until when its news are known, and when it is asked for more
      heard_until timestamptz,
      next_poll_at timestamptz,
      created_at timestamptz not null default now(),
      unique (id_project, tool)
    )`.execute(db);
  await sql`create index project_tools_connection on project_tools (id_connection)`.execute(db);
  await sql`create index project_tools_user on project_tools (id_user)`.execute(db);
  await sql`create index project_tools_due on project_tools (next_poll_at) where id_connection is not null`.execute(
    db,
  );
  await sql`
    create table snag_links (
      id bigint generated always as identity primary key,
      id_snag bigint not null references snags (id) on delete cascade,
      -- null once the project's snags go there no more
      id_project_tool bigint references project_tools (id) on delete set null,
      tool text not null check (tool in ('trello', 'monday', 'clickup')),
      id_user bigint references users (id) on delete set null,
      -- where its card is; followed while that is the board of the project
      board_id text not null,
      state text not null default 'waiting'
        check (state in ('waiting', 'sent', 'partial', 'failed', 'gone', 'reauth')),
      external_id text,
      url text,
      -- a card may be there already: it is looked for before one is made
      was_tried boolean not null default false,
      -- nobody follows the card; the row stays for the log, and to find the card again
      unlinked_at timestamptz,
      -- what of the snag stands there: its version, a hash of its fields, its status, the pictures by name
      sent_version integer not null default 0,
      sent_hash text not null default '',
      sent_status text not null default '',
      sent_photos text[] not null default '{}',
      remote_status text not null default '',
      remote_status_id text not null default '',
      attempts integer not null default 0,
      next_try_at timestamptz,
      -- counts what was asked for: what came while somebody worked on it is not taken for done
      asked integer not null default 0,
      -- who works on it, by the number of his turn, and until when nobody else begins
      claim integer not null default 0,
      claimed_until timestamptz,
      failure text not null default '',
      synced_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (id_snag, tool)
    )`.execute(db);
  await sql`create index snag_links_tool on snag_links (id_project_tool)`.execute(db);
  await sql`create index snag_links_user on snag_links (id_user)`.execute(db);
  await sql`create index snag_links_external on snag_links (tool, external_id)`.execute(db);
  await sql`create index snag_links_due on snag_links (next_try_at) where next_try_at is not null`.execute(
    db,
  );
  await sql`
    create table snag_link_log (
      id bigint generated always as identity primary key,
      id_link bigint not null references snag_links (id) on delete cascade,
      direction text not null check (direction in ('out', 'in')),
      action text not null,
      from_value text not null default '',
      to_value text not null default '',
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index snag_link_log_link on snag_link_log (id_link, id desc)`.execute(db);
  // What a tool told us: each of its news counts once, however often it comes.
  await sql`
    create table tool_inbox (
      id bigint generated always as identity primary key,
      id_project_tool bigint not null references project_tools (id) on delete cascade,
      key text not null,
      body jsonb not null,
      done_at timestamptz,
      created_at timestamptz not null default now(),
      unique (id_project_tool, key)
    )`.execute(db);
  await sql`create index tool_inbox_waiting on tool_inbox (id) where done_at is null`.execute(db);
  await sql`create index tool_inbox_created on tool_inbox (created_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table tool_inbox, snag_link_log, snag_links, project_tools, tool_connections`.execute(db);
  await sql`alter table users drop column tools_off`.execute(db);
}
