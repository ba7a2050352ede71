import type Hls from "hls.js";
import type { HlsConfig } from "hls.js";

export type { default as HlsPlayer, ErrorData } from "hls.js";

/**
 * The light build: without subtitles, encryption by keys of third parties and separate sound tracks, none of which we
 * make; two thirds of the whole one. Fetched when something is played that needs it, and once.
 */
export async function loadHls(): Promise<typeof Hls> {
  const { default: light } = await import("hls.js/light");
  return light;
}

/** Whether the page itself can put a stream together. iPhones only could lately; they play HLS by themselves. */
export function hasMediaSource(): boolean {
  return "MediaSource" in globalThis || "ManagedMediaSource" in globalThis;
}

/** Whether the browser plays HLS without help. */
export function playsHls(video: HTMLVideoElement): boolean {
  return video.canPlayType("application/vnd.apple.mpegurl") !== "";
}

/**
 * What every stream wants. The pass to it lies in its path and ends after a while; what is asked for later goes by the
 * newest one, so that nobody notices. No worker: it would be a script from an address of its own making, which our pages
 * forbid.
 * @param newest the address of the same stream as it is known now.
 */
export function configFor(opened: string, newest: () => string): Partial<HlsConfig> {
  return {
    enableWorker: false,
    xhrSetup: (request, url) => request.open("GET", byNewestPass(url, opened, newest())),
  };
}

/** The same file under another pass: what stands in `url` after the folder of `opened`, in the folder of `newest`. */
export function byNewestPass(url: string, opened: string, newest: string): string {
  const folder = (address: string) => new URL(".", new URL(address, location.href)).href;
  const [from, to, whole] = [folder(opened), folder(newest), new URL(url, location.href).href];
  return from !== to && whole.startsWith(from) ? to + whole.slice(from.length) : url;
}
