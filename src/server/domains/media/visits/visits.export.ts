import { Readable } from "node:stream";
import { sql } from "kysely";
import { scaledArea } from "#contract/gpano.ts";
import type { PictureArea, PicturePose } from "#contract/visits.ts";
import type { ExportFile, ExportPart, ExportRequest } from "#server/domains/sites/exports/part.ts";
import type { ExportPaths } from "#server/domains/sites/exports/paths.ts";
import { wordsIn } from "#server/domains/sites/exports/words.ts";
import { type Archive, carriedLevel } from "#server/media/index.ts";
import type { CsvTable } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import { hasNorth } from "./wire.ts";
import "./tables.ts";
import "#server/media/tables.ts";

/** Size of a picture as tiles in a script, relative to the original: measured with the demo's pictures. */
const TILED = 1.15;

/** Part of an export: every picture as it was uploaded, an offline viewer of the same, and their data. */
export function visitsExport(db: Database, archive: Archive): ExportPart {
  const pictures = (projectId: number) =>
    db
      .selectFrom("rooms as r")
      .innerJoin("visits as v", "v.id", "r.id_visit")
      .innerJoin("pictures as c", "c.sha256", "r.picture_sha256")
      .where("v.id_project", "=", projectId)
      .where("v.deleted_at", "is", null);

  return {
    name: "visits",
    needs: "visits.view",
    async estimate({ project }) {
      // Cameras make few sizes: one row for each instead of one for each room.
      const rows = await pictures(project.id)
        .select(["c.width", "c.height", "c.levels"])
        .select(sql<number>`sum(c.bytes)::float8`.as("bytes"))
        .groupBy(["c.width", "c.height", "c.levels"])
        .execute();
      return rows.reduce((sum, { bytes, width, height, levels }) => {
        const level = carriedLevel(levels)?.level;
        const share = level === undefined ? 0 : (level.width * level.height) / (width * height);
        return sum + bytes * (1 + TILED * share);
      }, 0);
    },
    async read(request, paths) {
      const [visits, rooms, points] = await Promise.all([
        visitsOf(db, request.project.id),
        pictures(request.project.id)
          .selectAll("r")
          .select(["c.state", "c.width", "c.height", "c.levels", "c.area", "c.pose", "c.captured_at"])
          .select("c.north as file_north")
          .orderBy("r.id_visit")
          .orderBy("r.position")
          .orderBy("r.id")
          .execute(),
        pointsOf(db, request.project.id),
      ]);
      const listed = visits.map((visit) => {
        const own = rooms.filter(({ id_visit }) => id_visit === visit.id);
        return { ...visit, rooms: withPaths(visit, own, paths) };
      });
      return {
        facts: listed.map((visit) => visitFacts(visit, points)),
        tables: [visitTable(request, listed), roomTable(request, listed)],
        files: () => filesOf(listed, archive),
      };
    },
  };
}

const visitsOf = (db: Database, projectId: number) =>
  db
    .selectFrom("visits as v")
    .leftJoin("users as u", "u.id", "v.id_user")
    .select(["v.id", "v.name", "v.description", "v.visit_date", "v.created_at"])
    .select(sql<string>`coalesce(${personName("u")}, '')`.as("author"))
    .where("v.id_project", "=", projectId)
    .where("v.deleted_at", "is", null)
    .orderBy("v.visit_date")
    .orderBy("v.id")
    .execute();

const pointsOf = (db: Database, projectId: number) =>
  db
    .selectFrom("hotspots as h")
    .innerJoin("rooms as r", "r.id", "h.id_room")
    .innerJoin("visits as v", "v.id", "r.id_visit")
    .select(["h.id_room", "h.id_target_room", "h.yaw", "h.pitch", "h.label", "h.is_proposed"])
    .where("v.id_project", "=", projectId)
    .where("v.deleted_at", "is", null)
    .orderBy("h.id")
    .execute();

type VisitRow = Awaited<ReturnType<typeof visitsOf>>[number];
type Point = Awaited<ReturnType<typeof pointsOf>>[number];

interface RoomRow {
  readonly id: number;
  readonly name: string;
  readonly north: number;
  readonly is_north_set: boolean;
  readonly file_north: number | null;
  readonly file_name: string;
  readonly picture_sha256: string;
  readonly state: "processing" | "ready" | "failed";
  readonly width: number;
  readonly height: number;
  readonly levels: readonly { readonly width: number; readonly height: number }[] | null;
  readonly area: PictureArea | null;
  readonly pose: PicturePose | null;
  readonly captured_at: Date | null;
}

interface ListedRoom extends RoomRow {
  readonly original: string;
  /** Null while its picture is being prepared, and for one that cannot be shown. */
  readonly carried: { readonly picture: string; readonly thumbnail: string } | null;
}

interface ListedVisit extends VisitRow {
  readonly rooms: readonly ListedRoom[];
}

/** `originals/2026-02-01 First walk/01 Hall.jpg`; the files of the viewer are numbered. */
function withPaths(visit: VisitRow, rooms: readonly RoomRow[], paths: ExportPaths): ListedRoom[] {
  const day = visit.visit_date.toISOString().slice(0, 10);
  const folder = paths.folder("originals", `${day} ${visit.name}`, day);
  const digits = Math.max(2, String(rooms.length).length);
  return rooms.map((room, at) => {
    const number = String(at + 1).padStart(digits, "0");
    return {
      ...room,
      original: paths.file(folder, `${number} ${room.name}`, number, ".jpg"),
      carried:
        room.state === "ready" && carriedLevel(room.levels) !== undefined
          ? { picture: `rooms/${room.id}.js`, thumbnail: `thumbs/${room.id}.webp` }
          : null,
    };
  });
}

function visitFacts(visit: ListedVisit, points: readonly Point[]): Record<string, unknown> {
  const { id, name, description, author, visit_date } = visit;
  const isCovered = visit.rooms.some(({ carried }) => carried !== null);
  const isHere = (roomId: number) => visit.rooms.some((room) => room.id === roomId);
  return {
    id,
    name,
    description,
    author,
    date: visit_date.toISOString(),
    cover: isCovered ? coverOf(visit) : null,
    rooms: visit.rooms.map((room) => ({
      id: room.id,
      name: room.name,
      north: hasNorth(room) ? room.north : null,
      state: room.state,
      width: room.width,
      height: room.height,
      captured_at: room.captured_at?.toISOString() ?? null,
      file_name: room.file_name,
      sha256: room.picture_sha256,
      original: room.original,
      picture: room.carried?.picture ?? null,
      thumbnail: room.carried?.thumbnail ?? null,
      points: points
        .filter(({ id_room, id_target_room }) => id_room === room.id && isHere(id_target_room))
        .map(({ id_target_room: to, yaw, pitch, label, is_proposed }) => {
          return { id_room: to, yaw, pitch, label, is_proposed };
        }),
    })),
  };
}

const coverOf = ({ id }: VisitRow) => `thumbs/visit-${id}.webp`;

function visitTable({ language }: ExportRequest, visits: readonly ListedVisit[]): CsvTable {
  const { columns } = wordsIn(language);
  return {
    name: "visits",
    columns: [
      columns.number,
      columns.visit,
      columns.date,
      columns.author,
      columns.rooms,
      columns.description,
    ],
    rows: visits.map((visit) => [
      visit.id,
      visit.name,
      visit.visit_date,
      visit.author,
      visit.rooms.length,
      visit.description,
    ]),
  };
}

function roomTable({ language }: ExportRequest, visits: readonly ListedVisit[]): CsvTable {
  const { columns } = wordsIn(language);
  return {
    name: "rooms",
    columns: [
      columns.number,
      columns.visit,
      columns.date,
      columns.order,
      columns.room,
      columns.captured,
      columns.width,
      columns.height,
      columns.north,
      columns.file,
      columns.sha256,
    ],
    rows: visits.flatMap((visit) =>
      visit.rooms.map((room, at) => [
        room.id,
        visit.name,
        visit.visit_date,
        at + 1,
        room.name,
        room.captured_at,
        room.width,
        room.height,
        hasNorth(room) ? room.north : null,
        room.original,
        room.picture_sha256,
      ]),
    ),
  };
}

async function* filesOf(visits: readonly ListedVisit[], archive: Archive): AsyncGenerator<ExportFile> {
  for (const visit of visits) {
    const first = visit.rooms.find(({ carried }) => carried !== null);
    if (first !== undefined)
      yield {
        path: coverOf(visit),
        modifiedAt: visit.visit_date,
        isPacked: true,
        open: async () => (await archive.poster(first.picture_sha256))?.open(),
      };
    for (const room of visit.rooms) {
      const { picture_sha256: sha256 } = room;
      const modifiedAt = room.captured_at ?? visit.visit_date;
      const open = async () => (await archive.original(sha256))?.open();
      yield { path: room.original, modifiedAt, isPacked: true, sha256, open };
      if (room.carried === null) continue;
      const { picture, thumbnail } = room.carried;
      const small = async () => (await archive.thumbnail(sha256))?.open();
      yield { path: thumbnail, modifiedAt, isPacked: true, open: small };
      yield { path: picture, modifiedAt, open: () => script(archive, room) };
    }
  }
}

/**
 * A page opened from a disk may neither fetch nor draw a picture from the disk, but it may run a script that contains
 * one.
 */
async function script(archive: Archive, room: RoomRow) {
  const { id, picture_sha256: sha256, levels, pose } = room;
  const carried = await archive.carried({ sha256, levels });
  if (carried === null) return undefined;
  const { width, height, tileSize } = carried;
  const area = room.area === null ? null : scaledArea(room.area, { from: room, to: carried });
  async function* write() {
    yield `sitewalkPicture(${id},${JSON.stringify({ width, height, tileSize, area, pose })},`;
    yield* carried?.json() ?? [];
    yield ");\n";
  }
  return Readable.from(write(), { objectMode: false });
}
