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

/** A panorama whose bytes have been validated and whose original is in the store. */
export interface KeptPicture extends PanoramaFacts {
  readonly sha256: string;
  /** Writes the picture's row and requests its variants, both within the transaction of the referencing record. */
  claim(trx: Trx): Promise<void>;
}

/** The contract's fields of a record that is represented by a picture. */
export interface Covers {
  /** The whole picture, 300x150. */
  readonly thumbnail: string | null;
  /** The default view, projected, 1280x640. */
  readonly cover: string | null;
  /** The same, 640x320, for cards in lists. */
  readonly cover_card: string | null;
}

/** Interface for the domains. */
export interface Pictures {
  /** Validates an uploaded panorama and stores it. Throws the errors of `probePanorama`, or `STORAGE_FULL`. */
  keep(file: Pick<ReceivedFile, "path" | "bytes" | "sha256">): Promise<KeptPicture>;
  /** The contract's shape, with signed addresses of the variants that exist. */
  picture(row: PicturePart): Picture;
  /** Signed address of the 300x150 picture. */
  thumbnail(sha256: string): string;
  /** Signed addresses of a picture that represents a visit or project; each null without a picture. */
  covers(sha256: string | null): Covers;
  /** Signed address of the uploaded file; only for users who may have it. */
  original(sha256: string): string;
}

export interface PicturesOptions {
  readonly store: ObjectStore;
  readonly signer: MediaSigner;
  /** Requests the variants, within the transaction. */
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
    covers(sha256) {
      if (sha256 === null) return { thumbnail: null, cover: null, cover_card: null };
      const at = signer.signPrefix(picturePrefix(sha256));
      return {
        thumbnail: `${at}/${pictureFiles.thumbnail}`,
        cover: `${at}/${pictureFiles.poster}`,
        cover_card: `${at}/${pictureFiles.card}`,
      };
    },
    original: (sha256) => signer.signObject(originalKey(sha256)),
  };
}

/**
 * Writes the picture's row, or reuses the existing one: the same bytes are one picture. A failed one is retried. Until
 * the transaction ends no sweep can remove the picture, and its original is in the store: the effect of a sweep that
 * ran since it was put there has just been undone.
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
      // Unchanged when a known picture is uploaded again: the markers of its rooms depend on them.
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
        // Pictures older than location support get theirs when they are uploaded again.
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
