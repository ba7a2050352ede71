import { randomInt } from "node:crypto";

/** No 0/O, 1/l/I: a code is read out over the phone and typed from a sign on a fence. */
const letters = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";

/** A random code of a project or a visit: 12 letters and digits, about 69 bits, so that a link cannot be guessed. */
export function newCode(length = 12): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
}
