import type { AppKey } from "#server/platform/key.ts";

/** Where a camera is asked, and as whom. Never leaves this server. */
export interface CameraSource {
  /** Without user name and password. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** A camera as the relay knows it. */
export interface WatchedCamera {
  readonly source: CameraSource;
  /** Another word as soon as other guests may watch than before: links of those that were let in end. */
  readonly gate: string;
}

const purpose = "camera-source";

export const sealSource = (key: AppKey, { url, username, password }: CameraSource): string =>
  key.seal(purpose, JSON.stringify({ url, username, password }));

/** Null for what another installation's key has sealed. */
export function openSource(key: AppKey, sealed: string): CameraSource | null {
  const text = key.open(purpose, sealed);
  if (text === null) return null;
  const { url = "", username = "", password = "" } = JSON.parse(text) as Partial<CameraSource>;
  return URL.canParse(url) ? { url, username, password } : null;
}

/**
 * An address as people paste it, `rtsp://user:secret@host/…`, taken apart. A user name that is given beside it counts
 * for more.
 */
export function splitAddress(
  text: string,
  given: { username?: string; password?: string } = {},
): CameraSource {
  const url = new URL(text);
  const inside = { username: plain(url.username), password: plain(url.password) };
  url.username = "";
  url.password = "";
  url.hash = "";
  const username = given.username === undefined || given.username === "" ? inside.username : given.username;
  const password = given.password === undefined || given.password === "" ? inside.password : given.password;
  return { url: url.href, username, password };
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const kindOf = ({ url }: CameraSource): "hls" | "rtsp" => (/^rtsps?:/i.test(url) ? "rtsp" : "hls");

/** The same machine at the same door: what was entered for one must not be sent to another. */
export function isSameOrigin(one: string, other: string): boolean {
  const [a, b] = [URL.parse(one), URL.parse(other)];
  return a !== null && b !== null && a.protocol === b.protocol && a.host === b.host;
}
