import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { WalkTrack } from "#contract/walks.ts";
import type { Media } from "#server/media/index.ts";
import type { Trx } from "#server/platform/database.ts";
import { importWalk } from "../domains/media/walks/import.ts";
import { type DemoSite, demoFolder } from "./site.ts";

const folder = join(demoFolder, "walks");

const WalkFile = z.object({
  /** Name of the video, which the demo site no longer has. */
  file: z.string(),
  seconds: z.number(),
  /** Columns of small pictures, one for each ten seconds. */
  previews: z.array(z.string()),
  marks: z.array(z.object({ picture: z.number(), floor: z.string(), x: z.number(), y: z.number() })),
  rooms: z.array(z.object({ picture: z.number(), room: z.string() })),
  path: WalkTrack,
});

/** Size of a column of ten small pictures. */
const columnShape = { width: 400, height: 2000, fit: "inside" } as const;

export interface DemoWalk {
  readonly walk: z.output<typeof WalkFile>;
  /** Keys in the object store. */
  readonly previews: readonly string[];
}

/** The walk through the house, on the newest date. */
export async function takeWalk(media: Pick<Media, "receive" | "keepPortrait">): Promise<DemoWalk> {
  const walk = WalkFile.parse(JSON.parse(await readFile(join(folder, "house.json"), "utf8")));
  const previews: string[] = [];
  for (const file of walk.previews) {
    const received = await media.receive(createReadStream(join(folder, file)), {
      maxBytes: limits.portrait.bytes,
    });
    previews.push(await media.keepPortrait(received, columnShape).finally(() => received.discard()));
  }
  return { walk, previews };
}

/** Adds the walk to its visit; its rooms are those of the visit. */
export async function writeWalk(
  trx: Trx,
  site: DemoSite,
  { walk, previews }: DemoWalk,
  {
    visit,
    floors,
    id_user,
  }: {
    readonly visit: { readonly id: number; readonly rooms: ReadonlyMap<string, number> };
    /** Ids of the floor plans by their slugs. */
    readonly floors: ReadonlyMap<string, number>;
    readonly id_user: number;
  },
): Promise<void> {
  const taps = walk.marks.flatMap(({ floor, ...mark }) => {
    const id_sheet = floors.get(floor);
    return id_sheet === undefined ? [] : [{ ...mark, id_sheet }];
  });
  const rooms = walk.rooms.flatMap(({ picture, room: slug }) => {
    const room = site.rooms.find((one) => one.slug === slug);
    const [id_room, id_sheet] = [visit.rooms.get(slug), floors.get(room?.floor ?? "")];
    if (room === undefined || id_room === undefined || id_sheet === undefined) return [];
    const { x, y } = room.position;
    // North is up on the demo site's floor plans.
    return [{ picture, id_room, id_sheet, name: room.name.en, x, y, heading: -room.north }];
  });
  const { path, seconds, file } = walk;
  await importWalk(trx, {
    id_visit: visit.id,
    id_user,
    file_name: file,
    seconds,
    path,
    taps,
    previews,
    rooms,
  });
}
