import type { TourRoom } from "./data.ts";
import type { TourSpeaker } from "./words.ts";

export const hrefOf = (room: TourRoom): string => `#room/${room.id}`;

/** The room that the address names behind its `#`. */
export function roomIn(hash: string): number | undefined {
  const id = /^#room\/(\d{1,15})$/.exec(hash)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The address of a file of the zip; names may hold signs that mean something in addresses. */
export const fileHref = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** As it is called, or by its number. */
export const roomName = (room: TourRoom, at: number, speaker: TourSpeaker): string =>
  room.name.trim() === "" ? speaker.say("untitled", { n: at + 1 }) : room.name;
