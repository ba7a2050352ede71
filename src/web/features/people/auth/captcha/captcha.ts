import { useState } from "react";
import { ApiError, call } from "#web/lib/client.ts";
import { createStore, type Store } from "#web/lib/store.ts";

export type CaptchaState = "idle" | "working" | "solved" | "failed";

export interface Captcha {
  readonly state: Store<CaptchaState>;
  /** Begins to solve a puzzle when the form is first touched; a failure is not retried on every keystroke. */
  begin(): void;
  /** Begins, also after a failure, at the user's request. */
  retry(): void;
  /**
   * Sends with the solution of a puzzle. Unless `demanded`, with the solution available by now, if any: no user waits
   * for one that the server may not need. When the server does demand it, it is solved and the request sent once more.
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

  /** A solution is valid for one request. */
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
        // For a possible next try.
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
