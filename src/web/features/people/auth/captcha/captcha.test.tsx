import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterEach, describe, expect, it } from "vitest";
import type { Puzzle } from "#contract/auth.ts";
import { readSolution } from "#test/captcha.ts";
import { ok, refuse } from "#test/web/api-server.ts";
import { ApiError } from "#web/lib/client.ts";
import { atDoor, type Door } from "#web/testing/at-door.tsx";
import { createCaptcha } from "./captcha.ts";
import { pbkdf2 } from "./pbkdf2.ts";
import { solve } from "./solve.ts";

let door: Door | undefined;
afterEach(async () => {
  await door?.close();
  door = undefined;
});

async function puzzle(counter = 5): Promise<Puzzle> {
  const { parameters, signature = "" } = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: 10,
    counter,
    deriveKey,
    hmacSignatureSecret: "one",
    hmacKeySignatureSecret: "two",
  });
  return { parameters: { ...parameters, keySignature: parameters.keySignature ?? "" }, signature };
}
const serve = async () => {
  door = await atDoor("/login", () => null, {
    answers: { "GET /api/captcha": async () => ok(await puzzle()) },
  });
  return door.api;
};
const bytes = (seed: number, length: number) =>
  Uint8Array.from({ length }, (_, at) => (seed * 31 + at * 37) % 256);

describe("the puzzle in place of a captcha", () => {
  it("is solved by counting up to the one matching number", async () => {
    const { solution } = readSolution(await solve(await puzzle(7)));
    expect(solution.counter).toBe(7);
  });

  it("derives standard PBKDF2 keys where the browser restricts WebCrypto to https", async () => {
    for (let length = 1; length <= 51; length += 5) {
      const [password, salt] = [bytes(length, length), bytes(length + 1, length)];
      const { parameters } = await puzzle();
      const { derivedKey } = await deriveKey({ ...parameters, data: {}, cost: length }, salt, password);
      expect([...pbkdf2(password, salt, length, 32)]).toEqual([...derivedKey]);
    }
    expect(() => pbkdf2(new Uint8Array(65), new Uint8Array(1), 1, 32)).toThrow(RangeError);
  });

  it("is used once, and a new one is solved for the next try", async () => {
    const api = await serve();
    const captcha = createCaptcha();
    const first = await captcha.send(async (solution) => solution, true);
    const second = await captcha.send(async (solution) => solution, true);
    expect(first).not.toBe(second);
    expect(api.calls("GET /api/captcha")).toHaveLength(2);
  });

  it("does not delay a request that needs none", async () => {
    const api = await serve();
    expect(await createCaptcha().send(async (solution) => solution, false)).toBeUndefined();
    expect(api.calls("GET /api/captcha")).toEqual([]);
  });

  it.each(["CAPTCHA_REQUIRED", "CAPTCHA_WRONG"] as const)(
    "is solved and sent once more, unnoticed, when the server answers %s",
    async (code) => {
      await serve();
      const sent: (string | undefined)[] = [];
      const ask = async (solution: string | undefined) => {
        sent.push(solution);
        if (sent.length < 2) throw new ApiError(422, code, "");
        return "in";
      };
      expect(await createCaptcha().send(ask, false)).toBe("in");
      expect(sent).toEqual([undefined, expect.any(String)]);
    },
  );

  it("shows a failure, and is not retried on every keystroke", async () => {
    door = await atDoor("/login", () => null, {
      answers: { "GET /api/captcha": () => refuse(503, "UNAVAILABLE", "Away.") },
    });
    const captcha = createCaptcha();
    captcha.begin();
    await expect.poll(() => captcha.state.get()).toBe("failed");
    captcha.begin();
    expect(door.api.calls("GET /api/captcha")).toHaveLength(1);
    captcha.retry();
    await expect.poll(() => door?.api.calls("GET /api/captcha").length).toBe(2);
  });
});
