import type { Picture } from "#contract/visits.ts";
import { pictureFiles, picturePrefix, TILE_SIZE } from "./keys.ts";
import type { MediaSigner } from "./sign.ts";
import type { PictureRow } from "./tables.ts";

/** A picture's columns as joined to a record that refers to it. */
export type PicturePart = Pick<
  PictureRow,
  "state" | "problem" | "width" | "height" | "levels" | "area" | "pose"
> & {
  readonly picture_sha256: string;
  /** When selected, a picture can be opened before its tiles are done. */
  readonly previewed_at?: Date | null;
};

/** Maps to the contract's shape, with signed addresses of those variants that exist. */
export function toWirePicture(row: PicturePart, signer: MediaSigner): Picture {
  const at = signer.signPrefix(picturePrefix(row.picture_sha256));
  const isReady = row.state === "ready";
  const isPreviewed = isReady || (row.previewed_at ?? null) !== null;
  return {
    state: row.state,
    problem: row.problem,
    width: row.width,
    height: row.height,
    tile_size: TILE_SIZE,
    area: row.area,
    pose: row.pose,
    levels: isReady ? (row.levels ?? []) : [],
    tiles: isReady ? `${at}/${pictureFiles.tile}` : null,
    base: isPreviewed ? `${at}/${pictureFiles.base}` : null,
    thumbnail: isPreviewed ? `${at}/${pictureFiles.thumbnail}` : null,
    card: isPreviewed ? `${at}/${pictureFiles.card}` : null,
    poster: isPreviewed ? `${at}/${pictureFiles.poster}` : null,
  };
}
