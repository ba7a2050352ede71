import { comparisonInAddress } from "../tour-address.ts";
import { isNoOffset, noOffset, type ViewOffset } from "./view-offset.ts";

export const modes = ["split", "wipe", "fade"] as const;
export type Mode = (typeof modes)[number];
export type Side = "start" | "end";

/** A link's comparison; the first picture is the one that the path names. */
export interface Compared {
  readonly mode: Mode;
  readonly code: string;
  readonly id_room: number;
  /** Side of the first picture. */
  readonly side: Side;
  readonly isLocked: boolean;
  readonly offset: ViewOffset;
}

/** Null when nothing is compared, or the parameters are invalid. */
export function readComparison(search: string): Compared | null {
  const query = new URLSearchParams(search);
  const mode = modes.find((known) => known === query.get("compare"));
  const [, code, room] = /^([A-Za-z0-9]{1,64})-(\d{1,15})$/.exec(query.get("with") ?? "") ?? [];
  if (mode === undefined || code === undefined || room === undefined) return null;
  return {
    mode,
    code,
    id_room: Number(room),
    side: query.get("side") === "start" ? "start" : "end",
    isLocked: query.get("lock") !== "off",
    offset: readOffset(query.get("offset")),
  };
}

/** Returns the address with this comparison, or without any. */
export function writeComparison(address: string, compared: Compared | null): string {
  const url = new URL(address);
  for (const name of comparisonInAddress) url.searchParams.delete(name);
  if (compared === null) return url.href;
  const { mode, code, id_room, side, isLocked, offset } = compared;
  url.searchParams.set("compare", mode);
  url.searchParams.set("with", `${code}-${id_room}`);
  url.searchParams.set("side", side);
  if (!isLocked) url.searchParams.set("lock", "off");
  if (!isNoOffset(offset)) url.searchParams.set("offset", written(offset));
  return url.href;
}

const places = (value: number, digits: number) => String(Number(value.toFixed(digits)) + 0);
const written = ({ yaw, pitch, zoom }: ViewOffset) =>
  [places(yaw, 1), places(pitch, 1), places(zoom, 3)].join("_");

function readOffset(text: string | null): ViewOffset {
  const [yaw, pitch, zoom, ...rest] = (text ?? "").split("_").map(Number);
  const isRight = (value: number | undefined, low: number, high: number): value is number =>
    value !== undefined && value >= low && value <= high;
  if (rest.length > 0 || !isRight(yaw, -180, 180) || !isRight(pitch, -180, 180) || !isRight(zoom, 0.2, 5))
    return noOffset;
  return { yaw, pitch, zoom };
}
