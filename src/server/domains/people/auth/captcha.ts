import { createHash, randomInt } from "node:crypto";
import { z } from "zod";
import type { Puzzle } from "#contract/auth.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import "./tables.ts";

/**
 * Proof of work in place of pictures to read: no outside service, nothing to see or to hear. The browser solves it with
 * `solveChallengeWorkers({ challenge, createWorker, concurrency })` of `altcha/lib` and the worker
 * `altcha/workers/pbkdf2`, and sends `btoa(JSON.stringify({ challenge, solution }))` as `captcha`; the `payload` of
 * altcha's widget is the same. That worker needs WebCrypto, which browsers offer for https and localhost only: on a
 * plain-http address `solveChallenge` works with a custom PBKDF2 as `deriveKey`.
 */
export interface Captcha {
  /** A new puzzle, signed, valid for ten minutes. */
  challenge(): Promise<Puzzle>;
  /**
   * Accepts a solution once: a retry needs another puzzle. Throws CAPTCHA_REQUIRED when there is none and CAPTCHA_WRONG
   * when it is wrong, expired or used.
   */
  check(solution: string | undefined): Promise<void>;
}

export interface CaptchaOptions {
  readonly db: Database;
  readonly key: AppKey;
  readonly clock: Clock;
}

const secondsToSolve = 600;
/** Rounds of PBKDF2 per guess, and the guesses needed: about a second of a phone, a fifth of a desktop's. */
const cost = 2000;
const guesses = { from: 300, to: 600 } as const;

const hex = z.string().regex(/^[0-9a-f]{2,200}$/);
const Solved = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal("PBKDF2/SHA-256"),
      nonce: hex,
      salt: hex,
      cost: z.literal(cost),
      keyLength: z.number(),
      keyPrefix: hex,
      keySignature: hex,
      data: z.object({ expires: z.number() }),
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.number(), derivedKey: hex }),
});

export function createCaptcha({ db, key, clock }: CaptchaOptions): Captcha {
  const secrets = {
    hmacSignatureSecret: key.derive("captcha").toString("hex"),
    hmacKeySignatureSecret: key.derive("captcha answer").toString("hex"),
  };
  const now = () => clock.now().getTime() / 1000;

  return {
    async challenge() {
      const { createChallenge, deriveKey } = await loadAltcha();
      const { parameters, signature = "" } = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost,
        counter: randomInt(guesses.from, guesses.to),
        // Signed with the rest; the library's own `expiresAt` would ask the system's clock instead of ours.
        data: { expires: Math.floor(now()) + secondsToSolve },
        deriveKey,
        ...secrets,
      });
      return { parameters: { ...parameters, keySignature: parameters.keySignature ?? "" }, signature };
    },

    async check(solution) {
      if (solution === undefined || solution === "") throw new AppError("CAPTCHA_REQUIRED");
      const solved = read(solution);
      if (solved === undefined) throw new AppError("CAPTCHA_WRONG");
      const { challenge } = solved;
      const { expires } = challenge.parameters.data;
      if (expires <= now()) throw new AppError("CAPTCHA_WRONG");
      const { verifySolution, deriveKey } = await loadAltcha();
      const { verified } = await verifySolution({ ...solved, deriveKey, ...secrets });
      if (!verified || !(await spend(challenge.signature, expires))) throw new AppError("CAPTCHA_WRONG");
    },
  };

  /** False when it was used before. */
  async function spend(signature: string, expires: number): Promise<boolean> {
    await db.deleteFrom("spent_puzzles").where("expires_at", "<", clock.now()).execute();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("spent_puzzles")
      .values({
        puzzle_hash: createHash("sha256").update(signature).digest(),
        expires_at: new Date(expires * 1000),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
}

async function loadAltcha() {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([
    import("altcha-lib"),
    import("altcha-lib/algorithms/pbkdf2"),
  ]);
  return { createChallenge, verifySolution, deriveKey };
}

function read(solution: string): z.output<typeof Solved> | undefined {
  try {
    return Solved.safeParse(JSON.parse(Buffer.from(solution, "base64").toString("utf8"))).data;
  } catch {
    return undefined;
  }
}
