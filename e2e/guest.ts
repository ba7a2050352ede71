import { expect, type Page } from "@playwright/test";
import type { Words } from "./words.ts";

interface WithPixels {
  readonly average: number;
  readonly spread: number;
}

/** A user without an account who received a link. */
export class Guest {
  readonly page: Page;
  readonly #t: Words;

  constructor(page: Page, t: Words) {
    this.page = page;
    this.#t = t;
  }

  /** Opens the link and waits until the engine has drawn every tile of the view. */
  async open(link: string): Promise<void> {
    await this.page.goto(link);
    await expect(this.page.locator("canvas")).toBeVisible();
    await expect(this.page.locator("[data-picture=sharp]")).toBeAttached();
  }

  /** Mean brightness of the canvas and its variation; a blank canvas does not vary. */
  async look(): Promise<WithPixels> {
    const shot = await this.page.screenshot();
    const { default: sharp } = await import("sharp");
    const { channels } = await sharp(shot).greyscale().stats();
    const [grey] = channels;
    return { average: grey?.mean ?? 0, spread: grey?.stdev ?? 0 };
  }

  async nextRoom(): Promise<void> {
    await this.page.mouse.move(200, 200);
    await this.page.getByRole("button", { name: this.#t("viewer.rooms.next") }).click();
  }
}
