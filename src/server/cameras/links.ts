import type { AppKey } from "#server/platform/key.ts";

/** Whom one address lets watch what, until when. */
export interface CameraLink {
  readonly id: number;
  /** Tells viewers apart without saying who they are. */
  readonly viewer: string;
  /** Of the camera's, as it stood when a guest was let in; empty for who is none. */
  readonly gate: string;
  /** Seconds since 1970. */
  readonly ends: number;
}

const purpose = "camera-link";
const textOf = ({ id, viewer, gate, ends }: CameraLink) => `${id}.${viewer}.${gate}.${ends.toString(36)}`;

/** The part of an address by which a player may fetch everything below it; an HMAC, so that no table is asked. */
export function writeLink(key: AppKey, link: CameraLink): string {
  const text = textOf(link);
  return `${text}.${key.sign(purpose, text)}`;
}

/** Null for what we did not write, or what is over. */
export function readLink(key: AppKey, token: string, now: Date): CameraLink | null {
  const [, id, viewer = "", gate = "", ends = "", signature = ""] =
    /^(\d{1,15})\.([\w-]{1,40})\.([\w-]{0,40})\.([0-9a-z]{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  const link = { id: Number(id), viewer, gate, ends: Number.parseInt(ends, 36) };
  if (signature === "" || !key.verify(purpose, textOf(link), signature)) return null;
  return link.ends * 1000 > now.getTime() ? link : null;
}
