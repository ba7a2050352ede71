import type { Direction, View } from "#panorama/types.ts";

/** Messages between the browsers of a guided tour. Angles in degrees. */
export type Message =
  /** The host's room and view. */
  | ({ readonly is: "view"; readonly visit: string; readonly room: number } & View)
  /** The host's pointer; null when it is off. */
  | { readonly is: "point"; readonly at: Direction | null }
  /** All participants, including the host: a speaker calls each of them. */
  | { readonly is: "people"; readonly peers: readonly string[] }
  /** Heartbeat, sent by every participant every two seconds. */
  | { readonly is: "here" }
  /** The host's page closes; it may come back. */
  | { readonly is: "away" }
  | { readonly is: "end" };

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const between = (value: unknown, least: number, most: number): value is number =>
  isNumber(value) && value >= least && value <= most;
const isDirection = (value: Record<string, unknown>): boolean =>
  between(value["yaw"], -180, 180) && between(value["pitch"], -90, 90);

/** Validates a message: the other end is an untrusted browser. */
export function readMessage(value: unknown): Message | null {
  if (typeof value !== "object" || value === null) return null;
  const found = value as Record<string, unknown>;
  if (found["is"] === "end" || found["is"] === "here" || found["is"] === "away") return { is: found["is"] };
  if (found["is"] === "view") {
    const { visit, room, fov } = found;
    const isView = typeof visit === "string" && isNumber(room) && between(fov, 1, 179) && isDirection(found);
    return isView ? (found as unknown as Message) : null;
  }
  if (found["is"] === "point") {
    const at = found["at"];
    if (at === null) return { is: "point", at: null };
    const isPoint = typeof at === "object" && isDirection(at as Record<string, unknown>);
    return isPoint ? { is: "point", at: at as Direction } : null;
  }
  if (found["is"] !== "people" || !Array.isArray(found["peers"])) return null;
  const peers = found["peers"].filter((peer): peer is string => typeof peer === "string").slice(0, 100);
  return { is: "people", peers };
}
