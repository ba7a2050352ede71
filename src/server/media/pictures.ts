import { sql } from "kysely";
import type { Picture } from "#contract/visits.ts";
import type { Trx } from "#server/platform/database.ts";
import { originalKey, pictureFiles, picturePrefix } from "./keys.ts";
import { lockPicture } from "./lock.ts";
import { type PanoramaFacts, probePanorama } from "./probe.ts";
import { asStorageFull, type ReceivedFile } from "./receive.ts";
import type { MediaSigner } from "./sign.ts";
import type { ObjectStore } from "./store.ts";
import type { PictureRow } from "./tables.ts";
import { type PicturePart, toWirePicture } from "./wire.ts";

/** A panorama whose bytes have been checked and whose original is in the store. */
export interface KeptPicture extends PanoramaFacts {
  readonly sha256: string;
  /** Writes the picture's row and asks for its variants, both within the transaction of what will refer to it. */
  claim(trx: Trx): Promise<void>;
}

/** What the domains see. */
export interface Pictures {
  /** Checks a received panorama and keeps it. Throws the refusals of `probePanorama`, or `STORAGE_FULL`. */
  keep(file: Pick<ReceivedFile, "path" | "bytes" | "sha256">): Promise<KeptPicture>;
  /** The contract's shape, with signed addresses of the variants that exist. */
  picture(row: PicturePart): Picture;
  /** Signed address of the 300x150 picture. */
  thumbnail(sha256: string): string;
  /** Signed address of the default view, projected, 1280x640. */
  cover(sha256: string): string;
  /** Signed address of the file as it was uploaded; only for those who may have it. */
  original(sha256: string): string;
}

export interface PicturesOptions {
  readonly store: ObjectStore;
  readonly signer: MediaSigner;
  /** Asks for the variants, within the transaction. */
  readonly enqueue: (trx: Trx, sha256: string) => Promise<void>;
}

export function createPictures({ store, signer, enqueue }: PicturesOptions): Pictures {
  return {
    async keep(file) {
      const facts = await probePanorama(file.path, file.bytes);
      await store.putFile(originalKey(file.sha256), file.path).catch((error: unknown) => {
        throw asStorageFull(error);
      });
      return {
        ...facts,
        sha256: file.sha256,
        async claim(trx) {
          const row = await claimPicture(trx, store, file, facts);
          if (row.state === "processing") await enqueue(trx, row.sha256);
        },
      };
    },
    picture: (row) => toWirePicture(row, signer),
    thumbnail: (sha256) => `${signer.signPrefix(picturePrefix(sha256))}/${pictureFiles.thumbnail}`,
    cover: (sha256) => `${signer.signPrefix(picturePrefix(sha256))}/${pictureFiles.poster}`,
    original: (sha256) => signer.signObject(originalKey(sha256)),
  };
}

/**
 * Writes the picture's row, or takes the one that is there: the same bytes are one picture. One that failed gets
 * another chance. Until the transaction ends nobody can sweep the picture away, and its original is in the store:
 * a sweep that ran since it was put there has just been made good.
 */
export async function claimPicture(
  trx: Trx,
  store: ObjectStore,
  file: Pick<ReceivedFile, "path" | "bytes" | "sha256">,
  facts: PanoramaFacts,
): Promise<PictureRow> {
  await lockPicture(trx, file.sha256);
  const row = await trx
    .insertInto("pictures")
    .values({
      sha256: file.sha256,
      bytes: file.bytes,
      width: facts.width,
      height: facts.height,
      captured_at: facts.capturedAt,
      north: facts.north,
      // Kept as they are by those who bring a known picture again: the markers of its rooms lie on what they have seen.
      area: facts.area === null ? null : JSON.stringify(facts.area),
      pose: facts.pose === null ? null : JSON.stringify(facts.pose),
      latitude: facts.place?.latitude ?? null,
      longitude: facts.place?.longitude ?? null,
      altitude: facts.place?.altitude ?? null,
      gps_accuracy: facts.place?.accuracy ?? null,
    })
    .onConflict((conflict) =>
      conflict.column("sha256").doUpdateSet({
        claimed_at: sql`now()`,
        // Those of before places were read get theirs when somebody brings them again.
        latitude: sql`excluded.latitude`,
        longitude: sql`excluded.longitude`,
        altitude: sql`excluded.altitude`,
        gps_accuracy: sql`excluded.gps_accuracy`,
        state: sql`case pictures.state when 'failed' then 'processing' else pictures.state end`,
        attempts: sql`case pictures.state when 'failed' then 0 else pictures.attempts end`,
        problem: null,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await store.putFile(originalKey(file.sha256), file.path);
  return row;
}
