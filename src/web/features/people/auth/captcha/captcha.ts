import { useState } from "react";
import { ApiError, call } from "#web/lib/client.ts";
import { createStore, type Store } from "#web/lib/store.ts";

export type CaptchaState = "idle" | "working" | "solved" | "failed";

export interface Captcha {
  readonly state: Store<CaptchaState>;
  /** Begins to solve a puzzle when the form is first touched; what has failed is not tried again at every key. */
  begin(): void;
  /** Begins, also after a failure: somebody asked for it. */
  retry(): void;
  /**
   * Sends with the solution of a puzzle. Where it is not `demanded`, with the one there is by now, if any: nobody
   * waits for what the server may not ask for. When it does ask, it is solved and sent once more.
   */
  send<T>(ask: (solution: string | undefined) => Promise<T>, demanded: boolean): Promise<T>;
}

export function createCaptcha(): Captcha {
  const state = createStore<CaptchaState>("idle");
  let solution: Promise<string> | null = null;

  function solving(): Promise<string> {
    if (solution !== null) return solution;
    const own = fetchAndSolve();
    solution = own;
    state.set("working");
    own.then(
      () => solution === own && state.set("solved"),
      () => {
        if (solution === own) solution = null;
        state.set("failed");
      },
    );
    return own;
  }

  /** Each solution opens one door once. */
  async function take(): Promise<string> {
    const taken = await solving();
    solution = null;
    return taken;
  }

  return {
    state,
    begin() {
      if (state.get() === "idle") solving().catch(() => undefined);
    },
    retry: () => void solving().catch(() => undefined),
    async send(ask, demanded) {
      const first = demanded || state.get() === "solved" ? await take() : undefined;
      try {
        return await ask(first);
      } catch (error) {
        if (!isAskedFor(error)) throw error;
        return await ask(await take());
      } finally {
        // For the next try, should there be one.
        if (solution === null) state.set("idle");
      }
    },
  };
}

export const useCaptcha = (): Captcha => useState(createCaptcha)[0];

const isAskedFor = (error: unknown) =>
  error instanceof ApiError && (error.code === "CAPTCHA_REQUIRED" || error.code === "CAPTCHA_WRONG");

async function fetchAndSolve(): Promise<string> {
  const solver = import("./solve-aside.ts");
  const puzzle = await call("GET /api/captcha");
  return (await solver).solveAside(puzzle);
}
