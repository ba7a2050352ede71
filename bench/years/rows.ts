import { each, type Sizes } from "./sizes.ts";

/** A scattered number from 0 to below `most`: neighbours in the table share nothing. */
const scattered = (n: string, prime: number, most: number | string) =>
  `((${n}) * ${prime}::bigint / 7 % ${most})`;
const pick = (list: string, n: string, prime: number) =>
  `(${list})[1 + ${scattered(n, prime, `cardinality(${list})`)}]`;
/** An instant of the last ten years, in the order of the numbers. */
const since = (n: string, count: number) => `now() - (1 - ${n}::float8 / ${count}) * interval '3650 days'`;

const nouns = `(array['Tower', 'Villa', 'Bridge', 'Mall', 'School', 'Hospital', 'Stadium', 'Warehouse', 'برج', 'مدرسة', 'مستشفى'])`;
const parts = `(array['north wing', 'roof', 'basement', 'façade', 'parking', 'الواجهة', 'السطح', 'lobby', 'shaft B-2'])`;
const defects = `(array['Crack in the plaster', 'Paint damaged', 'Door does not close', 'Tile loose', 'Leak below the window',
  'Cable not fixed', 'شرخ في الجدار', 'تسرب مياه', 'Handrail missing', 'Sealant incomplete'])`;
const trades = `(array['Electrical', 'Plumbing', 'Painting', 'Joinery', 'HVAC', ''])`;
const address = (n: string) => `'192.0.' || ${n} * 31 % 256 || '.' || ${n} * 17 % 250`;

/** The id of the first generated user: every further one is counted from it. */
const first = "(select id from users where username = 'person1')";
const person = (n: string, prime: number, { people }: Sizes) => `${first} + ${scattered(n, prime, people)}`;

export const people = ({ people: count }: Sizes): string => `
  insert into users (username, email, first_name, last_name, role) values
    ('overseer', 'overseer@example.org', 'Site', 'Overseer', 'super_admin'),
    ('owner', 'owner@example.org', 'Site', 'Owner', 'administrator'),
    ('member', 'member@example.org', 'Site', 'Member', 'user');
  insert into users (username, email, first_name, last_name, role)
    select 'person' || n, 'person' || n || '@example.org', (array['Omar', 'Lina', 'Sara', 'Khalid', 'عمر', 'ليلى'])[1 + n % 6],
      'Surname' || n, case when n % 10 = 0 then 'administrator' else 'user' end
    from generate_series(1, ${count}) n order by n`;

/** Projects with their teams, visits and cameras: with their triggers, by which search finds them. */
export const sites = (sizes: Sizes): string => `
  insert into projects (id, code, name, description, status, location, year, created_at, updated_at)
    overriding system value
    select n, substr(md5('project' || n), 1, 12), ${pick(nouns, "n", 7919)} || ' ' || n, 'Residential building, plot ' || n % 977,
      (array['Design', 'Under_Construction', 'On_Hold', 'Completed'])[1 + n % 4], 'Block ' || n % 97, 2016 + n % 11,
      ${since("n", sizes.projects)}, now() - ${scattered("n", 104_729, sizes.projects)} * interval '5 minutes'
    from generate_series(1, ${sizes.projects}) n;
  insert into project_members (id_project, id_user, role)
    select p, case when p % 5 = 0 then (select id from users where username = 'owner') else ${person("p", 7919, sizes)} end, 'owner'
    from generate_series(1, ${sizes.projects}) p;
  insert into project_members (id_project, id_user, role)
    select p, (select id from users where username = 'member'), 'editor' from generate_series(1, 5) p;
  insert into project_members (id_project, id_user, role)
    select p, ${person("p * 31 + k", 104_729, sizes)}, (array['manager', 'editor', 'viewer', 'trade'])[1 + k % 4]
    from generate_series(1, ${sizes.projects}) p, generate_series(1, 20) k on conflict do nothing;
  insert into visits (id, code, id_project, id_user, name, description, visit_date, announced_at, created_at)
    overriding system value
    select (p - 1) * ${each.visits} + v, md5('visit' || p || '-' || v), p, ${person("p", 7919, sizes)},
      'Week ' || v || ' ' || ${pick(parts, `p * ${each.visits} + v`, 32_452_843)}, 'Weekly walk',
      now() - (${each.visits} - v) * interval '7 days', now(), now() - (${each.visits} - v) * interval '7 days'
    from generate_series(1, ${sizes.projects}) p, generate_series(1, ${each.visits}) v;
  insert into cameras (code, id_project, name, kind, source, state, checked_at)
    select substr(md5('camera' || p || k), 1, 12), p, 'Crane ' || k, 'hls', '', 'down', null
    from generate_series(1, ${sizes.projects}) p, generate_series(1, ${each.cameras}) k;
  update cameras set is_alerted = true`;

/** Contents of the projects. */
export const work = (sizes: Sizes): string[] => [
  `insert into pictures (sha256, bytes, width, height, state, levels, claimed_at, previewed_at, ready_at)
    select encode(sha256(('room' || n)::bytea), 'hex'), 6000000 + n % 1000, 7680, 3840, 'ready',
      '[{"width":1920,"height":960},{"width":3840,"height":1920},{"width":7680,"height":3840}]',
      now() - interval '30 days', now(), now()
    from generate_series(1, ${sizes.rooms}) n`,
  `insert into plans (sha256, page, type, bytes, width, height, original, image, state)
    select encode(sha256(('plan' || n)::bytea), 'hex'), 1, 'png', 2000000, 4000, 3000, 'plans/' || n, 'plans/' || n || '.webp', 'ready'
    from generate_series(1, ${sizes.projects * each.sheets}) n`,
  `insert into sheets (id, id_project, name, position, image, version, width_metres) overriding system value
    select (p - 1) * ${each.sheets} + k, p, 'Level ' || k, k, 'plans/' || ((p - 1) * ${each.sheets} + k) || '.webp', 1, 60
    from generate_series(1, ${sizes.projects}) p, generate_series(1, ${each.sheets}) k`,
  `insert into sheet_versions (id_sheet, version, sha256, page, name)
    select n, 1, encode(sha256(('plan' || n)::bytea), 'hex'), 1, 'level.png'
    from generate_series(1, ${sizes.projects * each.sheets}) n`,
  `insert into spots (id, id_project) overriding system value
    select n, 1 + (n - 1) / ${each.rooms} from generate_series(1, ${sizes.projects * each.rooms}) n`,
  // Every other room of a project is bound to the same spot over its visits; the others are found by their position.
  `insert into rooms (id, id_visit, name, position, picture_sha256, file_name, id_spot) overriding system value
    select r, 1 + (r - 1) / ${each.rooms}, (array['Hall', 'Lobby', 'Corridor', 'Plant room', 'Kitchen', 'صالة'])[1 + r % 6] || ' ' || 1 + (r - 1) % ${each.rooms},
      (r - 1) % ${each.rooms}, encode(sha256(('room' || r)::bytea), 'hex'), 'R' || r || '.jpg',
      case when r % 2 = 0 then ((r - 1) / ${each.rooms * each.visits}) * ${each.rooms} + 1 + (r - 1) % ${each.rooms} end
    from generate_series(1, ${sizes.rooms}) r`,
  `insert into room_positions (id_room, id_sheet, x, y)
    select r, ((r - 1) / ${each.rooms * each.visits}) * ${each.sheets} + 1 + r % ${each.sheets},
      0.05 + (r - 1) % ${each.rooms} * 0.09, 0.1 + r % 7 * 0.001
    from generate_series(1, ${sizes.rooms}) r`,
  `insert into snags (id, id_project, number, id_visit, id_room, title, text, status, priority, trade, id_assignee, due_date,
      yaw, pitch, fov, id_user, created_at, updated_at, closed_at) overriding system value
    select n, p, number, 1 + (room - 1) / ${each.rooms}, room, ${pick(defects, "n", 7919)} || ' ' || number,
      'Seen from ' || ${pick(parts, "n", 104_729)} || ', axis ' || n % 61, status,
      (array['normal', 'normal', 'low', 'high', 'critical'])[1 + n % 5], ${pick(trades, "n", 15_485_863)},
      ${person("n", 1_299_709, sizes)},
      case when n % 3 > 0 then current_date + (n % 400 - 300)::int end, n % 180, 0, 70, ${person("n", 7919, sizes)},
      now() - (n % 3000) * interval '1 day', now() - (n % 2000) * interval '1 day', case when status = 'closed' then now() end
    from (select n, 1 + (n - 1) / ${each.snags} as p, (1 + (n - 1) % ${each.snags})::int as number,
        ((n - 1) / ${each.snags}) * ${each.rooms * each.visits} + 1 + n * 7919 % ${each.rooms * each.visits} as room,
        case when n % 10 < 7 then 'closed' else (array['open', 'in_work', 'ready'])[1 + ${scattered("n", 15_485_863, 3)}] end as status
      from generate_series(1::bigint, ${sizes.snags}) n) s`,
  `update projects set snag_count = ${each.snags}`,
  `insert into snag_steps (id_snag, id_user, action, changes, created_at)
    select n, ${person("n", 7919, sizes)}, 'changed', '[{"field":"status","from":"open","to":"in_work"}]', now() - (n % 3000) * interval '1 day'
    from generate_series(1, ${sizes.snags}) n, generate_series(1, 3)`,
  `insert into snag_comments (id_snag, id_user, text) select n, ${person("n", 7919, sizes)}, 'Fixed on ' || n % 30 from generate_series(1, ${sizes.snags}) n`,
  `insert into camera_stills (id_camera, taken_at, image, thumbnail, bytes)
    select c.id, now() - k * interval '1 day', 'stills/' || c.id || '-' || k, 'stills/t' || c.id || '-' || k, 300000
    from cameras c, generate_series(1, 100) k`,
  `insert into project_exports (id_project, id_user, language, state, object_key, size_bytes, created_at, finished_at, expires_at)
    select p, ${person("p * 31 + k", 7919, sizes)}, 'en', 'ready', 'exports/' || p || '-' || k, 500000000, now(), now(), now() + interval '7 days'
    from generate_series(1, ${sizes.projects}) p, generate_series(1, ${each.exports}) k`,
];

const verbs = `(array['visit.created', 'visit.changed', 'room.created', 'room.changed', 'session.started', 'snag.created',
  'snag.changed', 'snag.changed', 'sheet.created', 'project.changed'])`;

/** Tables that only grow: the logs with their seals, views, messages, notifications and searches. */
export const logs = (sizes: Sizes): string[] => [
  `insert into activity (id, id_user, action, subject_kind, id_subject, subject_name, address, id_project, created_at, who, in_project)
    overriding system value
    select n, person, case when n % 5000 = 0 then 'invoice.issued' when n % 500 = 0 then 'visit.exported' else action end,
      split_part(action, '.', 1), n % 100000, ${pick(nouns, "n % 100000", 7919)} || ' ' || n % 100000 || ' ' || ${pick(parts, "n % 100000", 32_452_843)},
      ${address("n")}, project, ${since("n", sizes.activity)}, person, project
    from (select n, ${pick(verbs, "n", 104_729)} as action, case when n % 10 > 0 then ${person("n", 7919, sizes)} end as person,
        case when n % 5 > 0 then 1 + ${scattered("n", 1_299_709, sizes.projects)} end as project
      from generate_series(1::bigint, ${sizes.activity}) n) l`,
  `insert into sightings (id, kind, id_thing, thing_name, id_project, viewer, id_user, address, quarter, created_at) overriding system value
    select n, kind, n, ${pick(nouns, "n % 100000", 7919)} || ' ' || n % 100000, 1 + ${scattered("n", 1_299_709, sizes.projects)},
      case when n % 3 > 0 then 'u' || person else 'g' || md5(n::text) end, case when n % 3 > 0 then person end, ${address("n")},
      date_bin('15 minutes', at, timestamptz '2000-01-01'), at
    from (select n, (array['visit', 'visit', 'visit', 'snag', 'sheet', 'video', 'camera'])[1 + n % 7] as kind, ${person("n", 7919, sizes)} as person,
        now() - (1 - n::float8 / ${sizes.sightings}) * interval '700 days' as at
      from generate_series(1::bigint, ${sizes.sightings}) n) l`,
  `insert into audit_seals (id, activity_from, activity_to, seen_from, seen_to, lines, previous, hash, signature, sealed_at)
    select k, null, null, null, null, 40, sha256((k - 1)::text::bytea), sha256(k::text::bytea), '', now()
    from generate_series(1, ${Math.ceil((sizes.activity + sizes.sightings) / 40)}) k`,
  `insert into audit_lines (kind, id_line, id_seal, hash)
    select 1, n, 1 + n / 40, sha256(n::text::bytea) from generate_series(1::bigint, ${sizes.activity}) n`,
  `insert into audit_lines (kind, id_line, id_seal, hash)
    select 2, n, 1 + n / 40, sha256(n::text::bytea) from generate_series(1::bigint, ${sizes.sightings}) n`,
  `insert into visit_views (id_visit, id_user, viewer_hash, address, duration_seconds, started_at, last_at)
    select 1 + ${scattered("n", 1_299_709, sizes.visits)}, case when n % 3 > 0 then ${person("n", 7919, sizes)} end, sha256(n::text::bytea),
      ${address("n")}, n % 300, at, at
    from (select n, now() - (1 - n::float8 / ${sizes.views}) * interval '300 days' as at from generate_series(1::bigint, ${sizes.views}) n) l`,
  `insert into visit_view_days (id_visit, day, views) select id_visit, (started_at at time zone 'UTC')::date, count(*) from visit_views group by 1, 2`,
  `insert into messages (type, sender_id, recipient_id, content, read_at)
    select 'user', case when n % 2 = 0 then other else owner end, case when n % 2 = 0 then owner else other end, 'Message ' || n, now()
    from (select n, ${person("n", 7919, sizes)} as other,
        case when n <= 6000 then (select id from users where username = 'owner') else ${person("n + 1", 104_729, sizes)} end as owner
      from generate_series(1::bigint, ${Math.max(6000, sizes.messages)}) n) m where other <> owner`,
  `insert into notifications (id_user, type, kind, text, created_at, read_at)
    select u.id, 'info', 'snag', 'snag_due', now() - n * interval '2 days', case when n > 5 then now() - n * interval '2 days' end
    from users u, generate_series(1, 200) n`,
  `insert into search_terms (norm, id_user, text, searched_at)
    select case when n <= 40 then 'week ' || n else 'tower ' || ${scattered("u.id * 100 + n", 7919, 5000)} end, u.id, 'Tower',
      now() - n * interval '6 hours'
    from users u, generate_series(1, 100) n on conflict do nothing`,
];
