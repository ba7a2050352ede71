import { randomBytes } from "node:crypto";
import type { AppKey } from "#server/platform/key.ts";

/** Hours for which a tour can be followed. */
const hours = 12;
const purpose = "guided";
const peerPurpose = "guided.peer";

export interface TourCode {
  readonly code: string;
  /** Identifies the tour at the broker. */
  readonly room: string;
  readonly id_visit: number;
  readonly expires: Date;
}

/** Signed codes of guided tours, so that nothing has to be stored for them. */
export function createTourCodes(key: AppKey) {
  const signature = (text: string) =>
    key
      .sign(purpose, text)
      .slice(0, 22)
      .replaceAll(/[^A-Za-z0-9]/g, "x");

  return {
    make(id_visit: number, now: Date): TourCode {
      const expires = new Date(now.getTime() + hours * 3_600_000);
      const room = randomBytes(8).toString("hex");
      const text = `${room}-${id_visit.toString(36)}-${Math.floor(expires.getTime() / 1000).toString(36)}`;
      return { code: `${text}-${signature(text)}`, room, id_visit, expires };
    },
    /** Undefined for an invalid or expired code. */
    read(code: string, now: Date): TourCode | undefined {
      const [room = "", visit = "", until = "", signed = ""] = code.split("-");
      if (signature(`${room}-${visit}-${until}`) !== signed) return undefined;
      const expires = new Date(Number.parseInt(until, 36) * 1000);
      return expires < now ? undefined : { code, room, id_visit: Number.parseInt(visit, 36), expires };
    },
    hostOf: ({ room }: TourCode) => `${room}-host`,
    /** A new name each time: two browsers of one user are two guests. */
    guestOf: ({ room }: TourCode) => `${room}-${randomBytes(6).toString("hex")}`,
    /** Proves to the broker that this name was issued. */
    tokenOf: (peer: string) => key.sign(peerPurpose, peer),
    isToken: (peer: string, token: string) => key.verify(peerPurpose, peer, token),
  };
}

export type TourCodes = ReturnType<typeof createTourCodes>;
