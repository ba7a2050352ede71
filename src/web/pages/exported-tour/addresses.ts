import type { TourRoom } from "./data.ts";
import type { TourSpeaker } from "./words.ts";

export const hrefOf = (room: TourRoom): string => `#room/${room.id}`;

/** The room id in the URL's `#` fragment. */
export function roomIn(hash: string): number | undefined {
  const id = /^#room\/(\d{1,15})$/.exec(hash)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The URL of a file of the zip; names may hold characters with a meaning in URLs. */
export const fileHref = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** The room's name, or its number. */
export const roomName = (room: TourRoom, at: number, speaker: TourSpeaker): string =>
  room.name.trim() === "" ? speaker.say("untitled", { n: at + 1 }) : room.name;
