import { createReadStream } from "node:fs";
import { basename, join } from "node:path";
import { photoLimits } from "#contract/photos.limits.ts";
import type { Media } from "#server/media/index.ts";
import type { Trx } from "#server/platform/database.ts";
import { type ImportedPhoto, importPhotos } from "../domains/media/photos/import.ts";
import { importCoverage } from "../domains/work/coverage/import.ts";
import { type DemoSite, demoFolder, walkedAt } from "./site.ts";

export type DemoPhoto = Pick<ImportedPhoto, "kept" | "bytes" | "sha256">;

/** The photos that are not 360 photos, by their paths. */
export async function takePhotos(
  media: Pick<Media, "receive" | "keepPhoto">,
  site: DemoSite,
): Promise<Map<string, DemoPhoto>> {
  const photos = new Map<string, DemoPhoto>();
  for (const { file } of site.photos) {
    const received = await media.receive(createReadStream(join(demoFolder, file)), {
      maxBytes: photoLimits.bytes,
    });
    const { bytes, sha256 } = received;
    const kept = await media.keepPhoto(received).finally(() => received.discard());
    photos.set(file, { kept, bytes, sha256 });
  }
  return photos;
}

export type Own = { readonly id_user: number; readonly id_project: number; readonly address: string };

/** Photos on the floor plans, and the rooms that are to be photographed in a rhythm. */
export async function writePhotos(
  trx: Trx,
  site: DemoSite,
  {
    photos,
    visits,
  }: {
    readonly photos: ReadonlyMap<string, DemoPhoto>;
    readonly visits: ReadonlyMap<string, { id: number; rooms: ReadonlyMap<string, number> }>;
  },
  { id_user, id_project }: Own,
): Promise<void> {
  const taken = site.photos.flatMap(({ file, room, date, heading, caption }): ImportedPhoto[] => {
    const visit = visits.get(date);
    const id_room = visit?.rooms.get(room);
    const photo = photos.get(file);
    if (visit === undefined || id_room === undefined || photo === undefined) return [];
    const at = { id_user, id_visit: visit.id, id_room, taken_at: new Date(`${date}T${walkedAt}`), heading };
    return [{ ...photo, ...at, caption: caption.en, file_name: basename(file) }];
  });
  await importPhotos(trx, id_project, taken);
  const { rooms: wanted, ...plan } = site.coverage;
  const newest = visits.get(site.visits.at(-1)?.date ?? "");
  const spots = site.rooms.flatMap(({ slug, name }) => {
    const id_room = newest?.rooms.get(slug);
    return id_room === undefined || !wanted.includes(slug) ? [] : [{ id_room, name: name.en }];
  });
  await importCoverage(trx, { id_project, id_user }, { ...plan, since: site.visits[0]?.date ?? "", spots });
}
