import { createPanorama, PanoramaError } from "#panorama/index.ts";
import type { Panorama, View } from "#panorama/types.ts";
import { VideoPicture } from "#panorama/video/video-picture.ts";

/** Milliseconds. */
const posterPatience = 2000;

export interface SphereOptions {
  readonly label: string;
  readonly view?: Partial<View> | undefined;
  /** URL of an equirectangular picture shown first. */
  readonly poster?: string | undefined;
  /** The first view, already on screen: stays in the container until there is a frame. */
  readonly posterImage?: HTMLImageElement | undefined;
  /** False when embedded in another page, which scrolls by the wheel. */
  readonly wheel?: boolean | undefined;
}

export interface Sphere {
  readonly panorama: Panorama;
  /** Maximum frame width that the graphics card supports, in pixels. */
  readonly textureLimit: number;
}

/** Draws the frames of a video on a sphere; undefined where the browser cannot, in which case nothing is left behind. */
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
      // Behind a poster the video gets the connection to itself, as long as it comes soon.
      return new VideoPicture(video, ground, { poster, posterAfter: posterImage ? posterPatience : 0 });
    });
    return { panorama, textureLimit };
  } catch (error) {
    if (error instanceof PanoramaError && error.code === "no-webgl") return undefined;
    throw error;
  }
}
