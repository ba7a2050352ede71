import { useEffect, useMemo, useRef, useState } from "react";
import type { Visit } from "#contract/visits.ts";
import { session } from "#web/lib/session.ts";
import type { PlannedRoom, UploadState } from "#web/lib/uploads/batch.ts";
import { uploads, useUploads } from "#web/lib/uploads/uploads.ts";
import type { PickedRoom } from "./use-picked-rooms.ts";

/**
 * Passes pictures to the upload queue and follows them; the upload continues when unmounted. `onDone`: all have been
 * uploaded.
 */
export function useRoomBatch(rooms: readonly PickedRoom[], onDone: () => void) {
  const [id, setId] = useState<string | null>(null);
  const batch = useUploads().find((one) => one.id === id) ?? null;
  // The queue removes finished uploads.
  const isDone = id !== null && batch === null;
  const states = useMemo((): ReadonlyMap<string, UploadState> => {
    if (id === null) return new Map();
    const known = new Map(batch?.pictures.map(({ key, state }) => [key, state]));
    return new Map(rooms.map(({ key }) => [key, known.get(`${id} ${key}`) ?? { kind: "done" }]));
  }, [id, batch, rooms]);

  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (isDone) done.current();
  }, [isDone]);

  return {
    states,
    isStarted: id !== null,
    isStopped: batch?.phase === "stopped",
    reason: batch?.reason ?? null,
    start(visit: Pick<Visit, "id" | "name">, isNewVisit: boolean, planned: readonly PlannedRoom[]): void {
      const user = session.user();
      if (user) void uploads.start(user.id);
      setId(uploads.add({ id: visit.id, name: visit.name }, isNewVisit, planned));
    },
    retry: () => id !== null && uploads.resume(id),
  };
}

export type RoomBatch = ReturnType<typeof useRoomBatch>;
