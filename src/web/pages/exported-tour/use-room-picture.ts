import { type RefObject, useEffect, useState } from "react";
import { createPanorama, PanoramaError } from "#panorama/index.ts";
import type { Panorama, PanoramaSource } from "#panorama/types.ts";
import { useOpened } from "#web/lib/use-opened.ts";
import type { RoomInTour, TourRoom } from "./data.ts";
import type { Pictures } from "./pictures.ts";
import type { TourText } from "./words.ts";

/** Undefined before the attempt, null where the browser cannot draw it. */
type Opened = Panorama | null | undefined;

export interface RoomPicture {
  readonly panorama: Opened;
  /** Loading status of the room's picture. */
  readonly status: "loading" | "shown" | "sharp";
  /** Message to show over it. */
  readonly said: TourText | null;
}

/** Milliseconds before a message says that the picture is still loading. */
const patienceMs = 400;

/** Shows the room's picture on a sphere that is drawn into `stage`. */
export function useRoomPicture(
  stage: RefObject<HTMLElement | null>,
  place: RoomInTour,
  label: string,
  pictures: Pictures,
): RoomPicture {
  const panorama = usePanorama(stage, pictures);
  const { room } = place;
  const [found, setFound] = useState<Omit<RoomPicture, "panorama"> & { readonly of: TourRoom | null }>({
    of: null,
    status: "loading",
    said: null,
  });
  useEffect(() => panorama?.setLabel(label), [panorama, label]);
  useEffect(() => {
    if (!panorama || room.picture === null) return;
    const tell = (status: RoomPicture["status"], said: TourText | null = null) =>
      setFound({ of: room, status, said });
    let isOver = false;
    let source: PanoramaSource | undefined;
    let isSharp = false;
    const late = setTimeout(() => tell("loading", "loading"), patienceMs);
    // May fire before `show` has ended, and for the previous picture.
    const stop = panorama.on("sharp", (event) => {
      if (event.source !== source) return;
      isSharp = true;
      tell("sharp");
    });
    const show = async () => {
      try {
        source = await pictures.source(room);
        const isShown = !isOver && (await panorama.show(source, { keepHeading: true }));
        if (isShown && !isOver && !isSharp) tell("shown");
      } catch {
        if (!isOver) tell("loading", "broken");
      }
      clearTimeout(late);
    };
    void show();
    return () => {
      isOver = true;
      clearTimeout(late);
      stop();
    };
  }, [panorama, room, pictures]);
  if (room.picture === null) return { panorama, status: "loading", said: "not_ready" };
  if (panorama === null) return { panorama, status: "shown", said: "no_webgl" };
  // Values found for the previous room do not apply to this one.
  const { status, said } = found.of === room ? found : { status: "loading" as const, said: null };
  return { panorama, status, said };
}

/** A panorama in `stage`, as long as it is in the document. */
function usePanorama(stage: RefObject<HTMLElement | null>, pictures: Pictures): Opened {
  const opened = useOpened(() => {
    if (stage.current === null) return null;
    const panorama = open(stage.current, pictures);
    panorama?.element.focus({ preventScroll: true });
    return { panorama, close: () => panorama?.destroy() };
  });
  return opened?.panorama;
}

function open(stage: HTMLElement, pictures: Pictures): Panorama | null {
  try {
    return createPanorama(stage, { label: "", load: pictures.file });
  } catch (error) {
    if (error instanceof PanoramaError && error.code === "no-webgl") return null;
    throw error;
  }
}
