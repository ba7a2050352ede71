import { expect, type Page } from "@playwright/test";
import type { Words } from "./words.ts";

/** A site manager's actions on the screens, step by step, by role and label. */
export class SiteManager {
  readonly page: Page;
  readonly #t: Words;

  constructor(page: Page, t: Words) {
    this.page = page;
    this.#t = t;
  }

  async setUp(address: string, account: { email: string; password: string }): Promise<void> {
    await this.page.goto(address);
    await this.page.getByLabel(this.#t("auth.email")).fill(account.email);
    await this.page.getByLabel(this.#t("auth.password"), { exact: false }).first().fill(account.password);
    await this.page.getByLabel(this.#t("auth.first_name")).fill("Site");
    await this.page.getByLabel(this.#t("auth.last_name")).fill("Office");
    await this.page.getByRole("button", { name: this.#t("auth.setup.submit") }).click();
    await this.page.waitForURL("**/dashboard");
  }

  async signIn(origin: string, account: { email: string; password: string }): Promise<void> {
    await this.page.goto(`${origin}/login`);
    await this.page.getByLabel(this.#t("auth.name")).fill(account.email);
    await this.page.getByRole("textbox", { name: this.#t("auth.password") }).fill(account.password);
    await this.page.getByRole("button", { name: this.#t("auth.submit"), exact: true }).click();
    await this.page.waitForURL("**/dashboard");
  }

  async addProject(name: string): Promise<void> {
    await this.page
      .getByRole("button", { name: this.#t("shell.top_bar.create") })
      .first()
      .click();
    await this.page.getByRole("menuitem", { name: this.#t("projects.new") }).click();
    const dialog = this.page.getByRole("dialog");
    await dialog.getByLabel(this.#t("projects.name")).fill(name);
    await dialog.getByRole("button", { name: this.#t("projects.add") }).click();
    await this.page.waitForURL(/\/project\/\d+/);
  }

  /** Opens Add Visit, fills it in and selects the pictures; submits it and waits until every room has arrived. */
  async addVisit(project: string, name: string, pictures: readonly string[]): Promise<void> {
    await this.page
      .getByRole("button", { name: this.#t("shell.top_bar.create") })
      .first()
      .click();
    await this.page.getByRole("menuitem", { name: this.#t("visits.new") }).click();
    const dialog = this.page.getByRole("dialog");
    const submit = dialog.getByRole("button", { name: this.#t("visits.add"), exact: true });
    await expect(submit).toBeDisabled();
    await dialog.getByLabel(this.#t("visits.name"), { exact: false }).first().fill(name);
    await dialog.getByRole("combobox", { name: this.#t("visits.project") }).click();
    await this.page.getByRole("option", { name: project }).click();
    await dialog.locator('input[type="file"]').setInputFiles([...pictures]);
    await expect(
      dialog.getByRole("img", { name: this.#t("visits.preview_of", { name: "" }).trim() }),
    ).toHaveCount(pictures.length);
    await submit.click();
    await expect(this.page.getByText(this.#t("visits.added")).first()).toBeVisible();
    await this.page.waitForURL(/\/editvisit\/\d+/);
  }

  /** Returns the share link, once every picture is processed. */
  async shareLink(): Promise<string> {
    await expect(this.page.getByText(this.#t("visits.room_processing"))).toHaveCount(0);
    await this.page.getByRole("button", { name: this.#t("visits.share"), exact: true }).click();
    const dialog = this.page.getByRole("dialog");
    const link = await dialog.getByLabel(this.#t("sharing.links.link"), { exact: true }).inputValue();
    await this.page.keyboard.press("Escape");
    return link;
  }
}
