import { type Kysely, sql } from "kysely";

/** What a BCF file said of a snag, as it came: written back out when the snag leaves as BCF. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table snag_topics (
      id_snag bigint primary key references snags (id) on delete cascade,
      version text not null check (version in ('2.0', '2.1', '3.0')),
      -- markup.bcf
      markup text not null,
      -- how the snag was when it was brought in; what differs by now was changed here
      taken jsonb not null,
      imported_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table snag_topic_files (
      id bigint generated always as identity primary key,
      id_snag bigint not null references snag_topics (id_snag) on delete cascade,
      -- path from the topic's folder: 'snapshot.png', '../plan.pdf'; 'Documents/<guid>' of 3.0
      name text not null,
      -- of a document of 3.0: what it is called, and what is said of it
      title text not null default '',
      description text not null default '',
      content bytea not null,
      bytes integer not null,
      sha256 text not null,
      -- a snapshot: 'due' until it is a photo of the snag, 'done' after it, whoever removes the photo
      photo text check (photo in ('due', 'done')),
      unique (id_snag, name)
    )`.execute(db);
  // Pictures are compressed as they come.
  await sql`alter table snag_topic_files alter column content set storage external`.execute(db);
  await sql`
    create table project_bcf_words (
      id_project bigint not null references projects (id) on delete cascade,
      -- element of extensions.xml, 'TopicType' and so on
      kind text not null,
      word text not null,
      primary key (id_project, kind, word)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table project_bcf_words, snag_topic_files, snag_topics`.execute(db);
}
