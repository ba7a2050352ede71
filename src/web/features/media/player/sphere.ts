import { createPanorama, PanoramaError } from "#panorama/index.ts";
import type { Panorama, View } from "#panorama/types.ts";
import { VideoPicture } from "#panorama/video/video-picture.ts";

/** Milliseconds. */
const posterPatience = 2000;

export interface SphereOptions {
  readonly label: string;
  readonly view?: Partial<View> | undefined;
  /** URL of an equirectangular picture to begin with. */
  readonly poster?: string | undefined;
  /** The first view, seen already: it stands in the container until there is a frame. */
  readonly posterImage?: HTMLImageElement | undefined;
  /** False within another page: there the wheel scrolls that page. */
  readonly wheel?: boolean | undefined;
}

export interface Sphere {
  readonly panorama: Panorama;
  /** Pixels of the widest frame that the graphics card holds. */
  readonly textureLimit: number;
}

/** The frames of a video on a sphere; undefined where the browser cannot draw it. Nothing is left behind then. */
export function openSphere(
  container: HTMLElement,
  video: HTMLVideoElement,
  { label, view, poster, posterImage, wheel = true }: SphereOptions,
): Sphere | undefined {
  try {
    const panorama = createPanorama(container, { label, view, poster: posterImage, controls: { wheel } });
    let textureLimit = 0;
    panorama.lay((ground) => {
      textureLimit = ground.textures.limit;
      // Behind a picture the film gets the line to itself, as long as it comes soon.
      return new VideoPicture(video, ground, { poster, posterAfter: posterImage ? posterPatience : 0 });
    });
    return { panorama, textureLimit };
  } catch (error) {
    if (error instanceof PanoramaError && error.code === "no-webgl") return undefined;
    throw error;
  }
}
