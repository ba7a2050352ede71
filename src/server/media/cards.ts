import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "#server/platform/log.ts";
import { cardShape, pictureFiles } from "./keys.ts";
import type { Portraits } from "./portraits.ts";
import type { ObjectStore } from "./store.ts";

export interface CardsOptions {
  readonly store: ObjectStore;
  readonly log: Log;
  /** For files in progress; on the store's volume. */
  readonly directory: string;
  readonly shrink: Portraits["shrink"];
}

export interface Cards {
  /**
   * The key of the object to be sent in place of a missing one, and whether that remains so: a picture stored before
   * cards existed gets its card when one is first requested; where that fails, its poster is sent for now. Undefined for
   * what is not a card.
   */
  replace(missing: string): Promise<{ readonly key: string; readonly isFinal: boolean } | undefined>;
}

const isCard = (key: string) => key.startsWith("pictures/") && key.endsWith(`/${pictureFiles.card}`);

export function createCards({ store, log, directory, shrink }: CardsOptions): Cards {
  const making = new Map<string, Promise<boolean>>();

  async function make(key: string, posterKey: string): Promise<boolean> {
    const poster = await store.localFile(posterKey);
    // Without a poster there is no picture yet, or none any more.
    if (poster === null) return true;
    const target = join(directory, `${randomUUID()}.webp`);
    try {
      await shrink({ source: poster.path, target, shape: { ...cardShape, fit: "inside" } });
      await store.putFile(key, target);
      return true;
    } catch (error) {
      log.warn({ key, error }, "media: a card was not made");
      return false;
    } finally {
      await rm(target, { force: true });
      await poster.release();
    }
  }

  return {
    async replace(key) {
      if (!isCard(key)) return undefined;
      const posterKey = key.replace(pictureFiles.card, pictureFiles.poster);
      const isMade = making.get(key) ?? make(key, posterKey).finally(() => making.delete(key));
      making.set(key, isMade);
      return (await isMade) ? { key, isFinal: true } : { key: posterKey, isFinal: false };
    },
  };
}
