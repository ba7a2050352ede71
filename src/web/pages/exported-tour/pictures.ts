import type { PictureArea, PicturePose } from "#contract/visits.ts";
import type { PanoramaSource } from "#panorama/types.ts";
import { areaOf } from "#web/features/media/viewer/source.ts";
import type { TourRoom } from "./data.ts";

interface Size {
  readonly width: number;
  readonly height: number;
  readonly tileSize: number;
  readonly area: PictureArea | null;
  readonly pose: PicturePose | null;
}

/** A picture as a room's script delivers it: files in base64, tiles row by row. */
interface Carried extends Size {
  readonly base: string;
  readonly tiles: readonly string[];
}

declare global {
  interface Window {
    /** Called by the scripts of the rooms. */
    sitewalkPicture?: (id: number, size: Size, picture: Pick<Carried, "base" | "tiles">) => void;
  }
}

/** Some three megabytes each: the previous rooms and the next. */
const HELD = 5;

/**
 * The rooms' pictures. A page opened from disk may not fetch files, and WebGL may not draw an image file from disk; but
 * the page may load a script, and the script's data is same-origin.
 */
export class Pictures {
  readonly #held = new Map<number, Promise<Carried>>();
  readonly #came = new Map<number, Carried>();

  constructor() {
    window.sitewalkPicture = (id, size, picture) => this.#came.set(id, { ...size, ...picture });
  }

  /** The source for the panorama engine. Rejects when the script is missing. */
  async source(room: TourRoom): Promise<PanoramaSource> {
    const { width, height, tileSize, area, pose } = await this.#picture(room);
    return {
      width,
      height,
      tileSize,
      levels: [{ width, height }],
      tiles: `${room.id}/{level}/{col}/{row}`,
      base: `${room.id}/base`,
      north: room.north ?? undefined,
      area: areaOf(area),
      pose: pose ?? undefined,
    };
  }

  /** Loads a room ahead of time; a failure is reported when the room is actually opened. */
  preload(room: TourRoom | undefined): void {
    if (room?.picture) this.#picture(room).catch(() => undefined);
  }

  /** For the engine: the files behind the names that `source` returned. */
  readonly file = async (name: string): Promise<Blob> => {
    const [id, , col, row] = name.split("/").map(Number);
    const carried = await this.#held.get(id ?? 0);
    if (carried === undefined) throw new Error(`${name} has been put away`);
    if (name.endsWith("/base")) return blobOf(carried.base, "image/webp");
    const columns = Math.ceil(carried.width / carried.tileSize);
    return blobOf(carried.tiles[(row ?? 0) * columns + (col ?? 0)] ?? "", "image/jpeg");
  };

  #picture(room: TourRoom): Promise<Carried> {
    const known = this.#held.get(room.id);
    const picture = known ?? this.#run(room);
    // Moves the entry to the end: the least recently used one is dropped first.
    this.#held.delete(room.id);
    this.#held.set(room.id, picture);
    picture.catch(() => this.#held.delete(room.id));
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= HELD) break;
      this.#held.delete(oldest);
    }
    return picture;
  }

  #run({ id, picture }: TourRoom): Promise<Carried> {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = picture ?? "";
      script.addEventListener("load", () => {
        const carried = this.#came.get(id);
        this.#came.delete(id);
        script.remove();
        if (carried) resolve(carried);
        else reject(new Error(`${picture} brought nothing`));
      });
      script.addEventListener("error", () => {
        script.remove();
        reject(new Error(`${picture} is not there`));
      });
      document.head.append(script);
    });
  }
}

function blobOf(base64: string, type: string): Blob {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return new Blob([bytes], { type });
}
