import { originalKey } from "../keys.ts";
import type { LocalCopy } from "../store.ts";
import type { PieceTools, Readers } from "./read-piece.ts";
import type { AlikePhotos, ComparedPhoto } from "./walk-process.ts";

/** A processed 360 photo, by a name for the answer. */
export interface NamedPhoto {
  readonly id: string;
  readonly sha256: string;
}

export interface CompareRequest {
  readonly photos: readonly NamedPhoto[];
  readonly others: readonly NamedPhoto[];
}

/** Compares each of some photos with each of the others; those whose files are gone are left out. */
export async function comparePhotos(
  { store }: Pick<PieceTools, "store">,
  readers: Readers,
  { photos, others }: CompareRequest,
  signal: AbortSignal | undefined,
): Promise<readonly AlikePhotos[]> {
  const copies: LocalCopy[] = [];
  const filesOf = async (list: readonly NamedPhoto[]): Promise<ComparedPhoto[]> => {
    const found: ComparedPhoto[] = [];
    for (const { id, sha256 } of list) {
      // Of its smaller size, compression leaves too few corners: a quarter of the sure pairs is lost.
      const copy = await store.localFile(originalKey(sha256));
      if (copy === null) continue;
      copies.push(copy);
      found.push({ id, picture: copy.path });
    }
    return found;
  };
  try {
    const order = { kind: "compare", photos: await filesOf(photos), others: await filesOf(others) } as const;
    return (await readers.run(order, undefined, signal)).alike;
  } finally {
    for (const copy of copies) await copy.release();
  }
}
