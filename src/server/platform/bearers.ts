import { currentCall } from "./call-scope.ts";

/**
 * The bearer of a media address, as spelled in its path; the address is valid for as long as the bearer may see what it
 * names. `-`: everyone, permanently. `g`: a guest. `u<id>~<mark>`: a user, until the password changes. `v`, `f`,
 * `c<id>~<mark>`: a visitor with the link of a visit, a video (`f`) or a camera, until that link's password changes;
 * `~<user>` at the end where this is a user who opens it as a member. `a<id>~<mark>`: a person of a crew with the link
 * to answer snags, until it is renewed.
 */
export const everybody = "-";
const guest = "g";

export type LinkKind = "v" | "f" | "c" | "a";

export type Bearer =
  | { readonly kind: "everybody" | "guest" }
  | { readonly kind: "user"; readonly id: number; readonly mark: string }
  | {
      readonly kind: LinkKind;
      readonly id: number;
      readonly mark: string;
      /** 0 for a guest. */
      readonly id_user: number;
    };

const PATTERN = /^(?:([-g])|([uvfca])([0-9a-z]{1,11})~([\w-]{0,8})(?:~([0-9a-z]{1,11}))?)$/;

export function readBearer(text: string): Bearer | null {
  const [, plain, letter, id = "", mark = "", user] = PATTERN.exec(text) ?? [];
  if (plain !== undefined) return { kind: plain === everybody ? "everybody" : "guest" };
  if (letter === undefined) return null;
  const number = Number.parseInt(id, 36);
  if (letter === "u") return user === undefined ? { kind: "user", id: number, mark } : null;
  const id_user = user === undefined ? 0 : Number.parseInt(user, 36);
  return { kind: letter as LinkKind, id: number, mark, id_user };
}

/** `mark`: derived from the account's current password. */
export const userBearer = ({ id, mark = "" }: { readonly id: number; readonly mark?: string }): string =>
  `u${id.toString(36)}~${mark}`;

/** `mark`: derived from the link's current password. */
export const linkBearer = (kind: LinkKind, id: number, mark: string, userId = 0): string =>
  `${kind}${id.toString(36)}~${mark}${userId === 0 ? "" : `~${userId.toString(36)}`}`;

/** The bearer for which the current call signs addresses. */
export const currentBearer = (): string => currentCall()?.bearer ?? guest;

/** Sets the bearer for which the call signs addresses from here on. */
export function setBearer(bearer: string): void {
  const call = currentCall();
  if (call !== undefined) call.bearer = bearer;
}
