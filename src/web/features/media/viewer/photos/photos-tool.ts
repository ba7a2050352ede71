import { Image } from "lucide-react";
import { call } from "#web/lib/client.ts";
import { createStore, watch } from "#web/lib/store.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import type { Frame } from "../frame.ts";
import { fetchTexts } from "../more-texts.ts";
import "#web/shell/photos/photo-texts.ts";

/** Milliseconds in a room before its photos are counted: rooms on the way to another one are not asked about. */
const settles = 600;

/** Offers the photos taken at this spot, for members: a button while there are any. */
export function addPhotosTool(frame: Frame): void {
  const { tour, tools, signal, speaker } = frame;
  const { id_project, can } = tour.visit.get();
  if (id_project === null || can["guide"] !== true || frame.isEmbedded) return;
  const isShown = createStore(false);
  let timer = 0;
  const ask = async (id_room: number) => {
    const params = { id: id_project };
    const query = { at_room: id_room, per_page: 1 };
    const { total } = await call(
      "GET /api/projects/{id}/photos",
      { params, query },
      { toast: false, signal },
    );
    if (tour.room.get()?.id === id_room) isShown.set(total > 0);
  };
  const open = async () => {
    const room = tour.room.get();
    if (room === undefined) return;
    const { openPhotos } = await import("./photos-dialog.tsx");
    if (!signal.aborted) openPhotos(frame, { id_project, room });
  };
  const offer = async () => {
    await fetchTexts(speaker, "photos");
    if (signal.aborted) return;
    tools.offer({
      id: "photos",
      order: 45,
      icon: Image,
      label: translate.get()("photos.here"),
      isShown,
      press: () => void open().catch(() => frame.toast(speaker.say("points.failed"))),
    });
  };
  void offer().catch(() => undefined);
  watch(tour.room, signal, (room) => {
    clearTimeout(timer);
    isShown.set(false);
    if (room !== undefined)
      timer = window.setTimeout(() => void ask(room.id).catch(() => undefined), settles);
  });
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
}
