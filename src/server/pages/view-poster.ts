import { isWholeSphere, type PlacedPicture, projectPart } from "#server/media/sphere.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";

/** View of a link, in degrees, as in the viewer's address. */
export interface LinkView {
  readonly yaw: number;
  readonly pitch: number;
  /** Vertical field of view. */
  readonly fov: number;
}

/** View of a picture's default poster. */
const standing: LinkView = { yaw: 0, pitch: 0, fov: 60 };

/** As soft as the sphere it is taken from; more pixels would only add bytes. */
const size = { width: 480, height: 240 };

/** The view of an address; null when it names none of its own, so that the picture's default poster fits. */
export function linkView(query: Readonly<Record<string, unknown>>): LinkView | null {
  const read = (name: keyof LinkView, low: number, high: number) => {
    const value = typeof query[name] === "string" ? Number(query[name]) : Number.NaN;
    return Number.isFinite(value) ? Math.min(Math.max(value, low), high) : standing[name];
  };
  // The engine's limits of zoom and pitch, which apply to links as well.
  const view = { yaw: read("yaw", -360, 360), pitch: read("pitch", -90, 90), fov: read("fov", 25, 100) };
  const isStanding = view.yaw === 0 && view.pitch === 0 && view.fov === standing.fov;
  return isStanding ? null : view;
}

/** Initial field of view of a video unless its address says otherwise: wider, to show more of the scene. */
const filmFov = 75;

/** The first view of a video. */
export function filmView(query: Readonly<Record<string, unknown>>): LinkView {
  const asked = linkView(query) ?? standing;
  return query["fov"] === undefined ? { ...asked, fov: filmFov } : asked;
}

export interface ViewPosters {
  /**
   * WebP of a view into a sphere; null while another one is being made: a page never waits in a queue for it. `place`
   * is the picture's position on the sphere, for one that is not level or not whole.
   */
  make(sphere: Buffer, view: LinkView, place?: PlacedPicture): Promise<Buffer | null>;
}

/**
 * A shared link mostly carries an exact view, and the first paint must be that view. Making one takes some fifteen
 * milliseconds of this process, so there is at most one under way, regardless of the number of requests.
 */
export function createViewPosters(): ViewPosters {
  let isBusy = false;
  return {
    async make(sphere, view, place) {
      if (isBusy) return null;
      isBusy = true;
      try {
        const sharp = await loadSharp();
        // A base is as wide as this; a video's still is wider, and its reader downscales it for free.
        const small = sharp(sphere).resize({ width: 1024, withoutEnlargement: true });
        const { data, info } = await small.removeAlpha().raw().toBuffer({ resolveWithObject: true });
        const image = { data, width: info.width, height: info.height };
        const flat =
          place === undefined || isWholeSphere(place)
            ? projectView(image, view, size)
            : projectPart(image, place, view, size).data;
        return await sharp(flat, { raw: { ...size, channels: 3 } })
          .webp({ quality: 50, effort: 2 })
          .toBuffer();
      } finally {
        isBusy = false;
      }
    },
  };
}

interface Sphere {
  /** Interleaved 8-bit RGB, equirectangular. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Renders a view from the centre of a sphere; each pixel is blended from its four neighbours. */
export function projectView(
  sphere: Sphere,
  view: LinkView,
  { width, height }: { readonly width: number; readonly height: number },
): Buffer {
  const radians = Math.PI / 180;
  const focal = height / 2 / Math.tan((view.fov * radians) / 2);
  const [sine, cosine] = [Math.sin(view.pitch * radians), Math.cos(view.pitch * radians)];
  const out = Buffer.allocUnsafe(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const up = height / 2 - y - 0.5;
    // The ray tilted by the pitch: how far ahead and how high, the same for a whole row.
    const ahead = focal * cosine - up * sine;
    const high = focal * sine + up * cosine;
    for (let x = 0; x < width; x += 1) {
      const right = x + 0.5 - width / 2;
      const yaw = Math.atan2(right, ahead) / radians + view.yaw;
      const pitch = Math.atan2(high, Math.hypot(right, ahead)) / radians;
      const u = ((((yaw / 360 + 0.5) % 1) + 1) % 1) * sphere.width - 0.5;
      const v = (0.5 - pitch / 180) * sphere.height - 0.5;
      blend(sphere, u, v, out, (y * width + x) * 3);
    }
  }
  return out;
}

function blend({ data, width, height }: Sphere, u: number, v: number, out: Buffer, at: number): void {
  const [column, row] = [Math.floor(u), Math.floor(v)];
  const [wx, wy] = [u - column, v - row];
  const left = ((column + width) % width) * 3;
  const right = ((column + 1) % width) * 3;
  const upper = Math.min(Math.max(row, 0), height - 1) * width * 3;
  const lower = Math.min(Math.max(row + 1, 0), height - 1) * width * 3;
  for (let channel = 0; channel < 3; channel += 1) {
    const top = mix(data[upper + left + channel], data[upper + right + channel], wx);
    const bottom = mix(data[lower + left + channel], data[lower + right + channel], wx);
    out[at + channel] = mix(top, bottom, wy) + 0.5;
  }
}

const mix = (a = 0, b = 0, share: number) => a + (b - a) * share;
