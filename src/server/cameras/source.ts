import type { AppKey } from "#server/platform/key.ts";

/** Address and credentials of a camera. Never leaves this server. */
export interface CameraSource {
  /** Without user name and password. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** A camera for the relay. */
export interface WatchedCamera {
  readonly source: CameraSource;
  /** Changes as soon as the set of admitted guests does: links of earlier guests end. */
  readonly gate: string;
}

const purpose = "camera-source";

export const sealSource = (key: AppKey, { url, username, password }: CameraSource): string =>
  key.seal(purpose, JSON.stringify({ url, username, password }));

/** Null for data sealed by another installation's key. */
export function openSource(key: AppKey, sealed: string): CameraSource | null {
  const text = key.open(purpose, sealed);
  if (text === null) return null;
  const { url = "", username = "", password = "" } = JSON.parse(text) as Partial<CameraSource>;
  return URL.canParse(url) ? { url, username, password } : null;
}

/** Splits an address as users paste it, `rtsp://user:secret@host/…`. A separately given user name takes precedence. */
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

/** The same scheme, host and port: credentials entered for one must not be sent to another. */
export function isSameOrigin(one: string, other: string): boolean {
  const [a, b] = [URL.parse(one), URL.parse(other)];
  return a !== null && b !== null && a.protocol === b.protocol && a.host === b.host;
}
