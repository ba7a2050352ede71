import type { Travel } from "./batch.ts";
import type { KeptRecords } from "./kept-records.ts";
import type { QueueParts } from "./queue-parts.ts";
import type { PictureCapture, PictureRecord } from "./records.ts";

/** A picture with what was stored when it was added. */
export type CapturedPicture = PictureRecord & { readonly capture: PictureCapture };

/** Larger files would be read into memory for their checksum. */
const mostBytes = 256 * 2 ** 20;

/**
 * Computes the checksums of a batch and announces them, before its files travel. Without a connection they are announced
 * before the next file. Never fails.
 */
export async function announceCaptures(
  travel: Travel,
  parts: Pick<QueueParts, "hash" | "announce">,
  kept: Pick<KeptRecords, "put">,
): Promise<void> {
  try {
    for (const { record } of travel.pictures.values()) {
      if (record.capture === undefined || record.capture.sha256 !== "" || record.file.size > mostBytes) continue;
      const sha256 = await parts.hash(record.file);
      if (sha256 === "") return;
      await change(travel, kept, record.key, { sha256 });
    }
    const fresh = [...travel.pictures.values()].flatMap(({ record }) =>
      record.capture !== undefined && record.capture.sha256 !== "" && !record.capture.isAnnounced
        ? [{ ...record, capture: record.capture }]
        : [],
    );
    if (fresh.length === 0) return;
    await parts.announce(fresh, travel.record);
    for (const { key } of fresh) await change(travel, kept, key, { isAnnounced: true });
  } catch {
    // The files are sent nevertheless, and their checksums with them.
  }
}

/** What precedes a file: small acts of the outbox, and the checksums of its batch. Throws when it is aborted meanwhile. */
export async function beforeSending(
  travel: Travel,
  { record }: { readonly record: PictureRecord },
  {
    parts,
    kept,
    signal,
  }: {
    readonly parts: Pick<QueueParts, "hash" | "announce" | "untilItsTurn">;
    readonly kept: Pick<KeptRecords, "put">;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  await parts.untilItsTurn(signal);
  if (record.capture?.isAnnounced === false) await announceCaptures(travel, parts, kept);
  signal.throwIfAborted();
}

/** Changes the record as it is now: the address of its upload may have come meanwhile. */
async function change(
  travel: Travel,
  kept: Pick<KeptRecords, "put">,
  key: string,
  changed: Partial<PictureCapture>,
): Promise<void> {
  const picture = travel.pictures.get(key);
  if (picture?.record.capture === undefined) return;
  picture.record = { ...picture.record, capture: { ...picture.record.capture, ...changed } };
  await kept.put(picture.record);
}
