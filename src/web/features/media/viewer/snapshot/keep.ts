import type { Room } from "#contract/visits.ts";
import type { View } from "#panorama/types.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { upload } from "#web/lib/upload.ts";
import { type Frame, roomName } from "../frame.ts";
import type { Editor } from "./editor.ts";

/** A captured view with its room. */
export interface Taken {
  readonly room: Room;
  readonly view: View;
  readonly file: Blob;
}

/** The drawing on a captured view. */
export interface Drawn {
  readonly taken: Taken;
  readonly editor: Editor;
}

/** Saves the picture to the visit. Throws ApiError. */
export async function sendSnapshot({ tour }: Frame, { taken, editor }: Drawn, note: string): Promise<void> {
  const { id_visit } = tour.visit.get();
  const file = new File([await editor.file()], "snapshot.jpg", { type: "image/jpeg" });
  const { room, view } = taken;
  await upload(
    "POST /api/snapshots",
    {
      body: {
        id_visit: id_visit ?? 0,
        id_room: room.id,
        yaw: wrapped(view.yaw),
        pitch: view.pitch,
        fov: view.fov,
        note,
        drawing: JSON.stringify(editor.shapes),
      },
      files: { file },
    },
    { toast: false },
  );
}

const wrapped = (yaw: number) => ((((yaw + 180) % 360) + 360) % 360) - 180;

/** Downloads the picture, named after its room and its day. */
export async function downloadSnapshot(frame: Frame, { taken, editor }: Drawn): Promise<void> {
  const date = frame.tour.visit.get().visit_date.slice(0, 10);
  const name = `${roomName(frame, taken.room)} ${date}.jpg`.replaceAll(/[\\/:*?"<>|]/g, "-");
  saveFile(await editor.file(), name);
}
