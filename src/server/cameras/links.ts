import type { AppKey } from "#server/platform/key.ts";

/** Content of a link: viewer, camera and expiry. */
export interface CameraLink {
  readonly id: number;
  /** Distinguishes viewers without identifying them. */
  readonly viewer: string;
  /** The camera's value when a guest was admitted; empty for members. */
  readonly gate: string;
  /** Seconds since 1970. */
  readonly ends: number;
}

const purpose = "camera-link";
const textOf = ({ id, viewer, gate, ends }: CameraLink) => `${id}.${viewer}.${gate}.${ends.toString(36)}`;

/**
 * Writes the part of an address by which a player may fetch everything below it; an HMAC, so that no database lookup is
 * needed.
 */
export function writeLink(key: AppKey, link: CameraLink): string {
  const text = textOf(link);
  return `${text}.${key.sign(purpose, text)}`;
}

/** Null for a forged or expired link. */
export function readLink(key: AppKey, token: string, now: Date): CameraLink | null {
  const [, id, viewer = "", gate = "", ends = "", signature = ""] =
    /^(\d{1,15})\.([\w-]{1,40})\.([\w-]{0,40})\.([0-9a-z]{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  const link = { id: Number(id), viewer, gate, ends: Number.parseInt(ends, 36) };
  if (signature === "" || !key.verify(purpose, textOf(link), signature)) return null;
  return link.ends * 1000 > now.getTime() ? link : null;
}
