import type Hls from "hls.js";
import type { HlsConfig } from "hls.js";

export type { default as HlsPlayer, ErrorData } from "hls.js";

/**
 * The light build: without subtitles, encryption by third-party keys and separate audio tracks, none of which we
 * produce; two thirds of the full size. Fetched once, when something that needs it is played.
 */
export async function loadHls(): Promise<typeof Hls> {
  const { default: light } = await import("hls.js/light");
  return light;
}

/**
 * Whether the page can assemble a stream by Media Source Extensions. iPhones gained it only recently; they play HLS
 * natively.
 */
export function hasMediaSource(): boolean {
  return "MediaSource" in globalThis || "ManagedMediaSource" in globalThis;
}

/** Whether the browser plays HLS natively. */
export function playsHls(video: HTMLVideoElement): boolean {
  return video.canPlayType("application/vnd.apple.mpegurl") !== "";
}

/**
 * Configuration shared by all streams. The access token is part of the stream's path and expires; later requests use
 * the newest one, so playback continues unnoticed. No worker: it would be a script from a blob URL, which our pages'
 * policy forbids.
 * @param newest returns the current address of the same stream.
 */
export function configFor(opened: string, newest: () => string): Partial<HlsConfig> {
  return {
    enableWorker: false,
    xhrSetup: (request, url) => request.open("GET", byNewestPass(url, opened, newest())),
  };
}

/** The same file under another token: the part of `url` after the folder of `opened`, in the folder of `newest`. */
export function byNewestPass(url: string, opened: string, newest: string): string {
  const folder = (address: string) => new URL(".", new URL(address, location.href)).href;
  const [from, to, whole] = [folder(opened), folder(newest), new URL(url, location.href).href];
  return from !== to && whole.startsWith(from) ? to + whole.slice(from.length) : url;
}
