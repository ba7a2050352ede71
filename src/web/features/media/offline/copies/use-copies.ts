import { useEffect, useEffectEvent, useState } from "react";
import { captures, useCaptureChanges } from "#web/lib/captures.ts";
import { type OfflineCopy, offlineCopies, useCopyChanges } from "#web/lib/offline-copies.ts";
import { useSignedInUser } from "#web/lib/session.ts";

/** The signed-in user's saved projects; undefined while they are read. */
export function useCopies(): readonly OfflineCopy[] | undefined {
  const { id } = useSignedInUser();
  const changes = useCopyChanges();
  return useRead(() => offlineCopies.list(id), `${id} ${changes}`);
}

export function useCopy(project: number): OfflineCopy | null | undefined {
  const copies = useCopies();
  return copies && (copies.find((copy) => copy.project === project) ?? null);
}

/** The signed-in user's items from the locked screen, and the number of those of other users. */
export function useCaptures() {
  const { id } = useSignedInUser();
  const changes = useCaptureChanges();
  return useRead(
    async () => ({ own: await captures.list(id), others: (await captures.count(id)).others }),
    `${id} ${changes}`,
  );
}

/** Reads from this device, again whenever `key` changes; keeps the last value meanwhile. */
export function useRead<T>(read: (key: string) => Promise<T>, key: string): T | undefined {
  const [value, setValue] = useState<T>();
  const ask = useEffectEvent(read);
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      const next = await ask(key).catch(() => undefined);
      if (!isGone && next !== undefined) setValue(() => next);
    };
    void load();
    return () => {
      isGone = true;
    };
  }, [key]);
  return value;
}
