import { useEffect, useRef, useState } from "react";
import { ApiError, upload } from "#web/lib/client.ts";
import { errorText, translateMaybe } from "#web/lib/error-text.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { type PlannedRoom, type UploadEnd, type UploadState, uploadRooms } from "./room-upload.ts";

/**
 * The words for a picture that did not arrive: those of the server, several joined with commas, or that the upload
 * failed.
 */
export function uploadReason(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t("errors.failed.upload");
  const sentences = Object.values(error.fields).flat();
  if (sentences.length > 0) return sentences.map((sentence) => translateMaybe(sentence, t)).join(", ");
  const isWordless = error.code === "UNKNOWN" && error.message === "";
  return isWordless ? t("errors.failed.upload") : errorText(error, t);
}

/** Sends rooms to a visit and knows how far each is. */
export function useRoomUpload() {
  const t = useText();
  const [states, setStates] = useState<ReadonlyMap<string, UploadState>>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const stopper = useRef<AbortController | null>(null);

  useEffect(() => () => stopper.current?.abort(), []);

  // The browser's own question, for the tab that is closed while pictures travel.
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isRunning]);

  async function run(visit: number, rooms: readonly PlannedRoom[]): Promise<UploadEnd | { kind: "stopped" }> {
    const stop = new AbortController();
    stopper.current = stop;
    setIsRunning(true);
    const end = await uploadRooms(rooms, {
      send: async ({ name, file }, onProgress) => {
        await upload(
          "POST /api/rooms",
          { body: { id_visit: visit, name }, files: { file } },
          { onProgress, signal: stop.signal, toast: false },
        );
      },
      onState: (key, state) => setStates((before) => new Map(before).set(key, state)),
      explain: (error) => uploadReason(error, t),
    });
    setIsRunning(false);
    return stop.signal.aborted ? { kind: "stopped" } : end;
  }

  return { states, isRunning, run, stop: () => stopper.current?.abort() };
}

export type RoomUpload = ReturnType<typeof useRoomUpload>;
