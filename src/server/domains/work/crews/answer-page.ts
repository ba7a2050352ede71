import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { AnswerKind, SnagPriority, SnagStatus } from "#contract/choices.ts";
import type { AnswerPage, AnswerSnag } from "#contract/crews.answers.ts";
import { crewLimits } from "#contract/crews.limits.ts";
import type { SharedVisits } from "#server/domains/media/visits/shared-visits.ts";
import type { PictureWire } from "#server/domains/media/visits/wire.ts";
import { linkName, maskAddress } from "#server/domains/work/snags/by-link.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { countOpenSnags, isShownSnag } from "./link-snags.ts";
import type { LinkRow } from "./links.repository.ts";
import "#server/domains/media/sheets/tables.ts";
import "#server/domains/media/visits/tables.ts";
import "./tables.ts";

export interface AnswerPageOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly shared: Pick<SharedVisits, "roomsByNumber">;
  readonly pictures: Pick<PictureWire, "picture">;
  /** The address behind a key of the object store, for the bearer of the current call. */
  readonly address: (objectKey: string) => string;
}

interface PhotoJson {
  readonly kind: "before" | "after";
  readonly image: string;
  readonly thumbnail: string;
}

interface SnagRow {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly status: SnagStatus;
  readonly priority: SnagPriority;
  readonly trade: string;
  readonly due_date: string | null;
  readonly room: string;
  readonly id_room: number | null;
  readonly yaw: number | null;
  readonly pitch: number | null;
  readonly fov: number | null;
  readonly sheet: string | null;
  readonly floor: string | null;
  readonly plan: string | null;
  readonly x: number | null;
  readonly y: number | null;
  readonly updated_at: Date;
  readonly is_new: boolean;
  readonly photos: readonly PhotoJson[];
  readonly answers: readonly {
    readonly guid: string;
    readonly kind: AnswerKind;
    readonly text: string;
    readonly name: string;
    readonly photos: readonly PhotoJson[];
    readonly created_at: string;
  }[];
}

/** Default vertical field of view in degrees. */
const usualFov = 60;
/** Answers of one snag on the page. */
const SHOWN = 20;

export type AnswerPages = ReturnType<typeof createAnswerPages>;

/** The page of a link. Nothing is written here: programs that check emails open links. */
export function createAnswerPages({ db, clock, shared, pictures, address }: AnswerPageOptions) {
  const photo = ({ kind, image, thumbnail }: PhotoJson) => ({
    kind,
    url: address(image),
    thumbnail: address(thumbnail),
  });

  const snagsOf = async (link: LinkRow, code: string, snagId?: number): Promise<AnswerSnag[]> => {
    const { rows } = await rowsOf(link, clock.now(), snagId).execute(db);
    const roomIds = [
      ...new Set(rows.flatMap(({ id_room, yaw }) => (id_room === null || yaw === null ? [] : [id_room]))),
    ];
    const rooms = new Map((await shared.roomsByNumber(roomIds)).map((room) => [room.id, room]));
    return rows.map((row) => {
      const { yaw, pitch, fov, plan, x, y } = row;
      const room = row.id_room === null ? undefined : rooms.get(row.id_room);
      const isPinned = room !== undefined && room.state !== "failed" && yaw !== null && pitch !== null;
      return {
        id: row.id,
        number: row.number,
        title: row.title,
        text: row.text,
        status: row.status,
        priority: row.priority,
        trade: row.trade,
        due_date: row.due_date,
        is_overdue: row.due_date !== null && row.due_date < link.today && row.status !== "closed",
        room: row.room,
        photos: row.photos.map(photo),
        crop: isPinned && room.state === "ready" ? cropPath(code, row, room.picture_sha256) : null,
        view: isPinned ? { picture: pictures.picture(room), yaw, pitch, fov: fov ?? usualFov } : null,
        plan:
          plan === null || x === null || y === null
            ? null
            : { name: row.sheet ?? "", floor: row.floor ?? "", image: address(plan), x, y },
        answers: row.answers.map((answer) => ({
          guid: answer.guid,
          kind: answer.kind,
          text: answer.text,
          by: linkName(answer.name),
          photos: answer.photos.map(photo),
          created_at: new Date(answer.created_at).toISOString(),
        })),
        is_new: row.is_new,
        updated_at: row.updated_at.toISOString(),
        can: { answer: row.status !== "closed" },
      };
    });
  };

  return {
    async page(link: LinkRow, code: string): Promise<AnswerPage> {
      const snags = await snagsOf(link, code);
      return {
        ...headOf(link),
        state: "open",
        project: link.project,
        crew: link.crew,
        person: linkName(link.person),
        snags,
        open:
          snags.length < crewLimits.shown
            ? snags.filter(({ status }) => status !== "closed").length
            : await countOpenSnags(db, link.id),
      };
    },

    /** For a device that has not entered its code: nothing but where the code is sent. */
    locked: (link: LinkRow): AnswerPage => ({
      ...headOf(link),
      state: "code",
      project: "",
      crew: "",
      person: "",
      snags: [],
      open: 0,
    }),

    /** Undefined for a snag that the link does not show. */
    async snag(link: LinkRow, code: string, snagId: number): Promise<AnswerSnag | undefined> {
      const [snag] = await snagsOf(link, code, snagId);
      return snag;
    },
  };
}

const headOf = ({ language, email, mail_off_at, today }: LinkRow) => ({
  language,
  email: email === null ? null : maskAddress(email),
  digest: email !== null && mail_off_at === null,
  today,
});

/** Another pin, or another 360 photo, is another address: the browser keeps what it has seen. */
function cropPath(code: string, { id, yaw, pitch, fov }: SnagRow, sha256: string): string {
  const mark = createHash("sha256")
    .update(`${sha256} ${yaw} ${pitch} ${fov}`)
    .digest("base64url")
    .slice(0, 8);
  return `/api/answers/${code}/snags/${id}/crop?v=${mark}`;
}

const rowsOf = ({ id }: LinkRow, now: Date, snagId: number | undefined) => sql<SnagRow>`
  select s.id, s.number, s.title, s.text, s.status, s.priority, s.trade, s.due_date, s.yaw, s.pitch, s.fov,
    s.updated_at, r.id as id_room, coalesce(br.name, s.room_name) as room, h.name as sheet, h.floor, h.image as plan,
    coalesce(s.x, o.x) as x, coalesce(s.y, o.y) as y, x.seen_at is null as is_new,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'image', f.image, 'thumbnail', f.thumbnail)
      order by f.id), '[]') from snag_photos f where f.id_snag = s.id) as photos,
    (select coalesce(jsonb_agg(to_jsonb(a) order by a.id desc), '[]') from (
      select w.id, w.guid, w.kind, w.text, w.name, w.created_at,
        (select coalesce(jsonb_agg(jsonb_build_object('kind', case when w.kind = 'done' then 'after' else 'before' end,
          'image', f.image, 'thumbnail', f.thumbnail) order by f.id), '[]')
          from snag_answer_photos f where f.id_answer = w.id) as photos
      from snag_answers w where w.id_snag = s.id and w.id_crew = q.id_crew
      order by w.id desc limit ${SHOWN}) a) as answers
  from crew_links l join crew_people q on q.id = l.id_person
  join snags s on ${isShownSnag(now)}
  left join visits v on v.id = s.id_visit and v.deleted_at is null
  left join rooms r on r.id = s.id_room and v.id is not null
  left join rooms br on br.id = s.id_room
  left join room_positions o on o.id_room = s.id_room
  left join sheets h on h.id = coalesce(s.id_sheet, o.id_sheet)
  left join crew_link_snags x on x.id_link = l.id and x.id_snag = s.id
  where l.id = ${id} ${snagId === undefined ? sql`` : sql`and s.id = ${snagId}`}
  order by s.status = 'closed', s.due_date nulls last, s.number limit ${crewLimits.shown}`;
