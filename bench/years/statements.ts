/** A statement that read a whole table, and the call that sends what replaced it. */
export interface Replaced {
  readonly name: string;
  /** As it was before. */
  readonly before: string;
  readonly path: string;
  /** Names of the tables that only the statements of this subject read. */
  readonly tables: RegExp;
}

/** Indexes that were added with what replaced them. */
export const addedIndexes = [
  "activity_time",
  "activity_action",
  "activity_exported",
  "sightings_kind",
  "snags_text",
  "rooms_text",
  "snags_open_by_due",
  "snags_open_by_priority",
  "snags_open_by_status",
];

const ofLog = /\b(?:activity|log_words|audit_waiting)\b/;
const ofViews = /\b(?:sightings|log_words|audit_waiting)\b/;

const searched = (table: string, fields: readonly string[], text: string) => `
  select count(*) from ${table} a
  where ${fields.map((field) => `${field} ilike '%${text}%'`).join(" or ")}
    or a.id_user in (select u.id from users u where u.username ilike '%${text}%' or u.email ilike '%${text}%')
    or a.id_project in (select p.id from projects p where p.name ilike '%${text}%')`;
const inLog = (text: string) => searched("activity", ["a.action", "a.subject_name", "a.address"], text);
const inViews = (text: string) =>
  searched("sightings", ["(a.kind || '.seen')", "a.thing_name", "a.address"], text);

/** Calls of a super admin; `day` is one of six years ago. */
export const replacedStatements = (day: string): readonly Replaced[] => [
  {
    name: "log, search of a word",
    before: inLog("tower"),
    path: "activity?search=tower",
    tables: ofLog,
  },
  {
    name: "log, search of a rare text",
    before: inLog("mall 96547"),
    path: "activity?search=mall%2096547",
    tables: ofLog,
  },
  {
    name: "log, search of two letters",
    before: inLog("zq"),
    path: "activity?search=zq",
    tables: ofLog,
  },
  {
    name: "log of views, search",
    before: inViews("hospital 12"),
    path: "activity?part=seen&search=hospital%2012",
    tables: ofViews,
  },
  {
    name: "snags, search, numbers by status",
    before: `
      select s.status, count(*) from snags s
      join projects p on p.id = s.id_project and p.deleted_at is null
      left join visits v on v.id = s.id_visit left join rooms r on r.id = s.id_room
      where s.title ilike '%axis 42%' or s.text ilike '%axis 42%' or v.name ilike '%axis 42%' or r.name ilike '%axis 42%'
      group by s.status`,
    path: "annotations?search=axis%2042",
    tables: /\bsnags\b/,
  },
  {
    name: "log, number of downloads",
    before: `select count(*) from activity a
      where split_part(a.action, '.', 2) = any (array['exported', 'evidenced', 'made'])`,
    path: "activity?part=exported",
    tables: ofLog,
  },
  {
    name: "log, a day six years ago",
    before: `select a.* from activity a
      where a.created_at >= '${day}' and a.created_at < '${day}'::date + 1 order by a.id desc limit 50`,
    path: `activity?from=${day}&to=${day}`,
    tables: ofLog,
  },
  {
    name: "audit log, numbers of seals and entries",
    before: "select (select count(*) from audit_seals), (select count(*) from audit_lines)",
    path: "audit",
    tables: /\b(?:audit_seals|audit_lines|audit_waiting)\b/,
  },
  {
    name: "log, number of one action",
    before: "select count(*) from activity a where a.action = 'invoice.issued'",
    path: "activity?action=invoice.issued",
    tables: ofLog,
  },
  {
    name: "log, number of all entries",
    before: "select count(*) from activity",
    path: "activity",
    tables: ofLog,
  },
];
