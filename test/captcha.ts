import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Puzzle } from "#contract/auth.ts";
import type { TestClient } from "./client.ts";

/** Fetches a captcha and solves it, as the sign-in page does; returns the value of the field `captcha`. */
export async function solvedCaptcha(client: TestClient): Promise<string> {
  return solvePuzzle(await client.call("GET /api/captcha"));
}

export async function solvePuzzle(challenge: Puzzle): Promise<string> {
  const { data = {}, ...parameters } = challenge.parameters;
  const solution = await solveChallenge({
    challenge: { ...challenge, parameters: { ...parameters, data } },
    deriveKey,
  });
  if (solution === null) throw new Error("The puzzle was not solved in time.");
  return packSolution(challenge, solution);
}

export const packSolution = (challenge: unknown, solution: unknown): string =>
  btoa(JSON.stringify({ challenge, solution }));

export const readSolution = (captcha: string) =>
  JSON.parse(atob(captcha)) as { challenge: Puzzle; solution: { counter: number; derivedKey: string } };
