import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TabDriver } from "./engine.ts";
import { type Found, finderScript, lookInPage } from "./in-page.ts";
import { asData, containing, describe, type Target } from "./target.ts";
import { until } from "./wait-until.ts";

/** Folder for screenshots. */
export const shots = join(import.meta.dirname, "../../test-results/engines");

interface Look {
  readonly isVisible?: boolean;
  readonly isReached?: boolean;
  readonly at?: { readonly x: number; readonly y: number };
  readonly mark?: string;
}

const middle = { x: 0.5, y: 0.5 };

/** A page in any engine, as a user operates it: elements are found alike, and each step waits until it is possible. */
export class Tab {
  readonly driver: TabDriver;
  readonly #name: string;
  #marks = 0;

  /** `name` prefixes the names of its screenshots. */
  constructor(driver: TabDriver, name: string) {
    this.driver = driver;
    this.#name = name;
  }

  goto(address: string): Promise<void> {
    return this.driver.goto(address);
  }

  /** Calls a function in the page. Only its text is sent there. */
  async call<T, G = undefined>(fn: (given: G) => T | Promise<T>, given?: G): Promise<T> {
    return (await this.driver.call(fn.toString(), given)) as T;
  }

  /** The current match. */
  async look(
    target: Target,
    { isVisible = true, isReached = false, at = middle, mark }: Look = {},
  ): Promise<Found> {
    const wanted = { target: asData(target), isVisible, isReached, at, ...(mark !== undefined && { mark }) };
    for (;;) {
      const found = await this.call(lookInPage, wanted);
      if (found !== null) return found;
      await this.driver.run(finderScript);
    }
  }

  /** Waits until it is visible and returns it. */
  see(target: Target, patience?: number): Promise<Found> {
    return until(
      `${describe(target)} is visible`,
      async () => {
        const found = await this.look(target);
        return found.box !== undefined && found;
      },
      patience,
    );
  }

  /** Waits until none is visible. */
  async seeNone(target: Target, patience?: number): Promise<void> {
    await until(`${describe(target)} is gone`, async () => (await this.look(target)).visible === 0, patience);
  }

  /** Waits until it is in the page, visible or not. */
  attached(target: Target, patience?: number): Promise<Found> {
    return until(
      `${describe(target)} is there`,
      async () => {
        const found = await this.look(target, { isVisible: false });
        return found.count > 0 && found;
      },
      patience,
    );
  }

  /** Waits until the address matches. */
  async at(pattern: RegExp | string, patience?: number): Promise<string> {
    const wanted = typeof pattern === "string" ? containing(pattern) : pattern;
    let last = "";
    try {
      return await until(
        `the address matches ${wanted}`,
        async () => {
          last = await this.driver.address();
          return wanted.test(last) && last;
        },
        patience,
      );
    } catch (error) {
      throw new Error(`${(error as Error).message} It is ${last}.`, { cause: error });
    }
  }

  /** Waits until it is still, enabled and hit by a pointer; returns the position, `at` a share of its size. */
  async reach(target: Target, at = middle): Promise<{ x: number; y: number }> {
    let before = "";
    let told = "";
    const what = () => `${describe(target)} can be pressed (${told})`;
    return until(what, async () => {
      const { count, visible, box, isHit, isEnabled } = await this.look(target, { isReached: true, at });
      told = `there ${count}, visible ${visible}, enabled ${isEnabled}, in reach ${isHit}`;
      const now = JSON.stringify(box);
      const isStill = now === before;
      before = now ?? "";
      return (
        box !== undefined &&
        isStill &&
        isHit &&
        isEnabled && { x: box.x + box.width * at.x, y: box.y + box.height * at.y }
      );
    });
  }

  async click(target: Target, at = middle): Promise<void> {
    const point = await this.reach(target, at);
    await this.driver.pointer([point, "down", "up"]);
  }

  /** Drags from one point to another, in CSS pixels, holding still at the end. */
  async drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    const steps = Array.from({ length: 8 }, (_, index) => ({
      x: from.x + ((to.x - from.x) * (index + 1)) / 8,
      y: from.y + ((to.y - from.y) * (index + 1)) / 8,
    }));
    const moves = steps.flatMap((step) => [step, { wait: 30 }]);
    await this.driver.pointer([from, "down", { wait: 50 }, ...moves, { wait: 300 }, "up"]);
  }

  /** Replaces the content of a field, by the keyboard. */
  async write(target: Target, words: string): Promise<void> {
    await this.click(target);
    await this.call(() => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement)
        activeElement.select();
    });
    await this.driver.type(words);
    await until(
      `${describe(target)} holds what was typed`,
      async () => (await this.look(target)).value === words,
    );
  }

  press(key: string): Promise<void> {
    return this.driver.press(key);
  }

  /** Puts files into an input, which pages hide behind a button. */
  async choose(target: Target, paths: readonly string[]): Promise<void> {
    await this.attached(target);
    this.#marks += 1;
    const mark = `${this.#marks}`;
    await this.look(target, { isVisible: false, mark });
    await this.driver.choose(`[data-journey="${mark}"]`, paths);
  }

  /** Stores a screenshot of the page for people to view. */
  async shoot(moment: string): Promise<Buffer> {
    const png = await this.driver.screenshot();
    await mkdir(shots, { recursive: true });
    await writeFile(join(shots, `${this.#name}-${moment}.png`), png);
    return png;
  }

  /** Waits until two screenshots of the page, a moment apart, have the same pixels. */
  async still(): Promise<Buffer> {
    let before: Buffer = Buffer.alloc(0);
    return until("the page holds still", async () => {
      const now = await this.driver.screenshot();
      const isStill = now.equals(before);
      before = now;
      await sleep(200);
      return isStill && now;
    });
  }
}
