import { sql } from "kysely";
import type { EvidenceKind } from "#contract/evidence.ts";
import { type PersonRow, personJson } from "#server/domains/sites/projects/people.ts";
import { filmFiles, filmKey, filmPrefix } from "#server/media/films/film-files.ts";
import { originalKey, pictureFiles, picturePrefix } from "#server/media/keys.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { type AttachedPhoto, type AttachedVoice, photoFile, voiceFile } from "./attached-files.ts";
import { type DeviceCapture, deviceFrom, deviceJson, type WithDevice } from "./device-capture.ts";

/** A file of a subject, before its bytes are read. */
export interface SubjectFile {
  /** Identifies it among the files of its subject. */
  readonly id: string;
  readonly name: string;
  /** Key in the object store. */
  readonly key: string;
  /** Checksum stored in the database at upload; null when it is in the name of the stored object. */
  readonly sha256: string | null;
  readonly bytes: number | null;
  readonly is_original: boolean;
  readonly came: { readonly sha256: string; readonly bytes: number | null } | null;
  readonly received_at: Date;
  readonly received_by: PersonRow | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Kept with it by a device before it was sent. */
  readonly device: DeviceCapture | null;
  /** Folder of the files derived from it; null when there are none. */
  readonly made: string | null;
}

/** The subject of a chain-of-custody report. */
export interface CustodySubject {
  readonly kind: EvidenceKind;
  readonly id: number;
  readonly name: string;
  readonly within: string;
  readonly id_project: number;
  readonly project: string;
  /** Path on this platform. */
  readonly path: string;
  /** Key of a small picture of it. */
  readonly thumbnail: string | null;
  readonly files: readonly SubjectFile[];
  /** The names by which the log refers to it. */
  readonly subjects: readonly { readonly kind: string; readonly id: number }[];
  readonly seenAs: { readonly kind: string; readonly id: number };
}

type Head = Omit<CustodySubject, "kind" | "files" | "thumbnail">;
type FileRow = Pick<SubjectFile, "name" | "received_at" | "received_by" | "width" | "height"> & {
  readonly sha256: string;
  readonly bytes: number;
};

/** Kinds of items that are found by their id. */
export type RecordKind = Exclude<EvidenceKind, "diary">;

/** Finds the subject with its files, the newest version of a floor plan first. */
export async function findSubject(db: Database, kind: RecordKind, id: number): Promise<CustodySubject> {
  const thing = await finders[kind](db, id);
  if (thing === undefined) throw new AppError("NOT_FOUND");
  return thing;
}

const finders: Readonly<
  Record<RecordKind, (db: Database, id: number) => Promise<CustodySubject | undefined>>
> = {
  async room(db, id) {
    const { rows } = await sql<Head & FileRow & WithDevice & { id_visit: number; file_name: string }>`
      select r.id, r.name, v.name as within, p.id as id_project, p.name as project, r.id_visit,
        '/editvisit/' || r.id_visit as path, r.file_name, r.picture_sha256 as sha256, q.bytes, q.width, q.height,
        r.created_at as received_at, ${personJson("u")} as received_by, ${deviceJson("room", "r.id")} as device
      from rooms r join visits v on v.id = r.id_visit join projects p on p.id = v.id_project
      join pictures q on q.sha256 = r.picture_sha256 left join users u on u.id = r.id_user
      where r.id = ${id}`.execute(db);
    const [row] = rows;
    if (row === undefined) return undefined;
    const { sha256, id_visit, file_name } = row;
    const prefix = picturePrefix(sha256);
    return {
      ...row,
      kind: "room",
      thumbnail: `${prefix}/${pictureFiles.poster}`,
      files: [
        {
          ...row,
          ...asItCame,
          id: "original",
          name: file_name,
          key: originalKey(sha256),
          device: deviceFrom(row),
          made: prefix,
        },
      ],
      subjects: [
        { kind: "room", id },
        { kind: "visit", id: id_visit },
      ],
      seenAs: { kind: "visit", id: id_visit },
    };
  },

  async photo(db, id) {
    const { rows } = await sql<
      Head & FileRow & WithDevice & { file_name: string; image: string; original: string }
    >`
      select f.id, coalesce(nullif(left(f.caption, 100), ''), f.file_name) as name, coalesce(v.name, '') as within,
        p.id as id_project, p.name as project, '/photo/' || f.id as path, f.file_name, f.sha256, f.bytes, f.image,
        f.original, null as width, null as height, f.created_at as received_at, ${personJson("u")} as received_by,
        ${deviceJson("photo", "f.id")} as device
      from photos f join projects p on p.id = f.id_project left join users u on u.id = f.id_user
      left join visits v on v.id = f.id_visit and v.deleted_at is null
      where f.id = ${id} and f.deleted_at is null`.execute(db);
    const [row] = rows;
    if (row === undefined) return undefined;
    const { file_name, image, original } = row;
    return {
      ...row,
      kind: "photo",
      thumbnail: image,
      files: [
        {
          ...row,
          ...asItCame,
          id: "original",
          name: file_name,
          key: original,
          device: deviceFrom(row),
          made: null,
        },
      ],
      ...itself("photo", id),
    };
  },

  async video(db, id) {
    const { rows } = await sql<Head & FileRow & { file_name: string; has_poster: boolean }>`
      select t.id, t.title as name, '' as within, p.id as id_project, p.name as project,
        '/videos/' || t.id || '/watch' as path, t.file_name, t.film_sha256 as sha256, f.bytes, f.width, f.height,
        f.has_poster, t.created_at as received_at, ${personJson("u")} as received_by
      from videos t join projects p on p.id = t.id_project join films f on f.sha256 = t.film_sha256
      left join users u on u.id = t.id_user where t.id = ${id}`.execute(db);
    const [row] = rows;
    if (row === undefined) return undefined;
    const { sha256, has_poster, file_name } = row;
    return {
      ...row,
      kind: "video",
      thumbnail: has_poster ? filmKey(sha256, filmFiles.poster) : null,
      files: [
        {
          ...row,
          ...asItCame,
          id: "original",
          name: file_name,
          key: filmKey(sha256, filmFiles.original),
          made: filmPrefix(sha256),
        },
      ],
      ...itself("video", id),
    };
  },

  async sheet(db, id) {
    const { rows } = await sql<Head & { image: string | null }>`
      select s.id, s.name, s.floor as within, p.id as id_project, p.name as project,
        '/editsheet/' || s.id as path, s.image
      from sheets s join projects p on p.id = s.id_project where s.id = ${id}`.execute(db);
    const [row] = rows;
    if (row === undefined) return undefined;
    const { rows: versions } = await sql<FileRow & { version: number; original: string }>`
      select v.version, v.name, l.sha256, l.bytes, l.width, l.height, l.original, v.created_at as received_at,
        ${personJson("u")} as received_by
      from sheet_versions v join plans l on l.sha256 = v.sha256 and l.page = v.page
      left join users u on u.id = v.id_user where v.id_sheet = ${id} order by v.version desc`.execute(db);
    return {
      ...row,
      kind: "sheet",
      thumbnail: row.image,
      files: versions.map(({ version, original, ...file }) => ({
        ...file,
        ...asItCame,
        id: `v${version}`,
        key: original,
        made: null,
      })),
      ...itself("sheet", id),
    };
  },

  async snag(db, id) {
    const { rows } = await sql<Head>`
      select s.id, s.title as name, '#' || s.number as within, p.id as id_project, p.name as project,
        '/snags/' || s.id as path
      from snags s join projects p on p.id = s.id_project where s.id = ${id}`.execute(db);
    const [row] = rows;
    if (row === undefined) return undefined;
    const { rows: photos } = await sql<AttachedPhoto>`
      select f.id, f.image, f.kind, f.came_sha256, f.came_bytes, f.came_name, f.created_at as received_at,
        ${personJson("u")} as received_by, ${deviceJson("snag_photo", "f.id")} as device
      from snag_photos f left join users u on u.id = f.id_user
      where f.id_snag = ${id} order by f.id`.execute(db);
    const { rows: notes } = await sql<AttachedVoice>`
      select n.id, n.key, n.bytes, n.came_sha256, n.came_name, n.created_at as received_at,
        ${personJson("u")} as received_by, ${deviceJson("snag_voice", "n.id")} as device
      from voice_notes n left join users u on u.id = n.id_user
      where n.id_snag = ${id} and n.deleted_at is null order by n.id`.execute(db);
    return {
      ...row,
      kind: "snag",
      thumbnail: photos[0]?.image ?? null,
      files: [...photos.map(photoFile), ...notes.map(voiceFile)],
      ...itself("snag", id),
    };
  },
};

const asItCame = { is_original: true, came: null, device: null } as const;
const itself = (kind: string, id: number) => ({ subjects: [{ kind, id }], seenAs: { kind, id } });
