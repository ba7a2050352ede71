import { solveChallenge } from "altcha-lib";
import { deriveKey as deriveByBrowser } from "altcha-lib/algorithms/web/pbkdf2";
import type { DeriveKeyFunction } from "altcha-lib/types";
import type { Puzzle } from "#contract/auth.ts";
import { pbkdf2 } from "./pbkdf2.ts";

const deriveByHand: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: pbkdf2(password, salt, cost, keyLength),
});

/** Solves a puzzle; the result is sent as `captcha` in the bodies of requests that need one. Takes a second or two. */
export async function solve(puzzle: Puzzle): Promise<string> {
  const { data, ...parameters } = puzzle.parameters;
  const solution = await solveChallenge({
    challenge: { parameters: { ...parameters, ...(data && { data }) }, signature: puzzle.signature },
    // Browsers restrict WebCrypto to https and localhost.
    deriveKey: globalThis.crypto?.subtle === undefined ? deriveByHand : deriveByBrowser,
  });
  if (solution === null) throw new Error("The captcha challenge was not solved in time.");
  return btoa(JSON.stringify({ challenge: puzzle, solution }));
}
