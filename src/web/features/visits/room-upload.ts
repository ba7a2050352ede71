/** A picture on its way to becoming a room. `share` is the part of it that has left this device, 0 to 1. */
export interface PlannedRoom {
  readonly key: string;
  readonly name: string;
  readonly file: File;
}

export type UploadState =
  | { readonly kind: "waiting" }
  | { readonly kind: "uploading"; readonly share: number }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly reason: string };

export interface UploadSteps {
  /** Sends one room; rejects when it was refused or did not arrive. */
  send(room: PlannedRoom, onProgress: (share: number) => void): Promise<void>;
  onState(key: string, state: UploadState): void;
  /** Words for a failure. */
  explain(error: unknown): string;
}

export type UploadEnd = { readonly kind: "done" } | { readonly kind: "failed"; readonly reason: string };

/**
 * Sends rooms one after another, so that their order is the walking order and a slow line carries one picture at a
 * time. The first failure stops the rest, which keep waiting: call it again with what is not done. A picture that
 * arrived although its reply got lost may be sent again: the server knows it by its bytes and makes no second room.
 */
export async function uploadRooms(rooms: readonly PlannedRoom[], steps: UploadSteps): Promise<UploadEnd> {
  for (const room of rooms) steps.onState(room.key, { kind: "waiting" });
  for (const room of rooms) {
    try {
      steps.onState(room.key, { kind: "uploading", share: 0 });
      await steps.send(room, (share) => steps.onState(room.key, { kind: "uploading", share }));
      steps.onState(room.key, { kind: "done" });
    } catch (error) {
      const reason = steps.explain(error);
      steps.onState(room.key, { kind: "failed", reason });
      return { kind: "failed", reason };
    }
  }
  return { kind: "done" };
}

/** Why there is nothing to send: nothing was chosen, or nothing of it was fit. Null when there is something. */
export function nothingToUpload(
  fit: number,
  refused: number,
): "errors.failed.no_files" | "errors.failed.no_valid_files" | null {
  if (fit > 0) return null;
  return refused > 0 ? "errors.failed.no_valid_files" : "errors.failed.no_files";
}
