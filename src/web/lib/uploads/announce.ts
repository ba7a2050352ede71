import type { Travel } from "./batch.ts";
import type { KeptRecords } from "./kept-records.ts";
import type { QueueParts } from "./queue-parts.ts";
import type { PictureCapture, PictureRecord } from "./records.ts";

/** A picture with what was stored when it was added. */
export type CapturedPicture = PictureRecord & { readonly capture: PictureCapture };

/** Larger files would be read into memory for their checksum. */
const mostBytes = 256 * 2 ** 20;

type Parts = Pick<QueueParts, "hash" | "announce" | "untilItsTurn">;
type Kept = Pick<KeptRecords, "put">;

/** Computes the checksums of a batch and announces them while its first files travel. Never fails. */
export async function announceCaptures(travel: Travel, parts: Parts, kept: Kept): Promise<void> {
  for (const key of travel.pictures.keys()) await hash(travel, key, parts, kept);
  await announceHashed(travel, parts, kept);
}

interface Sending {
  readonly parts: Parts;
  readonly kept: Kept;
  readonly signal: AbortSignal;
}

/** Waits for small acts of the outbox, and announces the checksum of the next file. Throws when it is aborted meanwhile. */
export async function beforeSending(
  travel: Travel,
  key: string,
  { parts, kept, signal }: Sending,
): Promise<void> {
  await parts.untilItsTurn(signal);
  await hash(travel, key, parts, kept);
  await announceHashed(travel, parts, kept);
  signal.throwIfAborted();
}

async function hash(travel: Travel, key: string, parts: Parts, kept: Kept): Promise<void> {
  const record = travel.pictures.get(key)?.record;
  if (record?.capture?.sha256 !== "" || record.file.size > mostBytes) return;
  // A file that was removed from the device cannot be read; sending it fails in words.
  const sha256 = await parts.hash(record.file).catch(() => "");
  if (sha256 !== "") await change(travel, kept, key, { sha256 });
}

/** One call after the other, so that no checksum is announced twice. Without a connection the next file tries again. */
function announceHashed(travel: Travel, parts: Parts, kept: Kept): Promise<void> {
  travel.announcing = announceAfter(travel.announcing, travel, parts, kept);
  return travel.announcing;
}

async function announceAfter(before: Promise<void>, travel: Travel, parts: Parts, kept: Kept): Promise<void> {
  await before;
  const fresh = [...travel.pictures.values()].flatMap(({ record }) =>
    record.capture !== undefined && record.capture.sha256 !== "" && !record.capture.isAnnounced
      ? [{ ...record, capture: record.capture }]
      : [],
  );
  if (fresh.length === 0) return;
  try {
    await parts.announce(fresh, travel.record);
    for (const { key } of fresh) await change(travel, kept, key, { isAnnounced: true });
  } catch {
    // The files are sent nevertheless, and their checksums with them.
  }
}

/** Changes the record as it is now: the address of its upload may have come meanwhile. */
async function change(
  travel: Travel,
  kept: Kept,
  key: string,
  changed: Partial<PictureCapture>,
): Promise<void> {
  const picture = travel.pictures.get(key);
  if (picture?.record.capture === undefined) return;
  picture.record = { ...picture.record, capture: { ...picture.record.capture, ...changed } };
  await kept.put(picture.record);
}
