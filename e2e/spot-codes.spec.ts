import { readFile } from "node:fs/promises";
import { test as base, type Page } from "@playwright/test";
import { barriersOn } from "./barriers.ts";
import { demoProject } from "./demo.ts";
import { makePerson } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

const phone = { width: 390, height: 844 };
const keep = (page: Page, name: string) => page.screenshot({ path: base.info().outputPath(`${name}.png`) });

/** The spots of the demo project; codes are created for those that have none. */
async function spotsOf(origin: string) {
  const { client, project } = await demoProject(origin);
  const at = { params: { id: project.id } };
  await client.call("POST /api/projects/{id}/spot-codes", { ...at, body: {} });
  const { items } = await client.call("GET /api/projects/{id}/spot-codes", {
    ...at,
    query: { per_page: 100 },
  });
  return { client, project, items };
}

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  test(`creates codes, prints a sheet, opens a label, adds a snag there and revokes it (${language})`, async ({
    browser,
    server: { origin },
  }) => {
    const { client, project, items: before } = await spotsOf(origin);
    const labels = before.flatMap(({ label }) => (label === null ? [] : [label.id]));
    await client.call("POST /api/projects/{id}/spot-codes/revoke", {
      params: { id: project.id },
      body: { codes: labels },
    });
    const page = await signedIn(browser, origin, { language, viewport: phone });
    await page.goto(`${origin}/qrcodes/${project.id}`);
    const list = page.getByRole("list", { name: t("spot_codes.list") });
    await expect(list.getByRole("listitem").first()).toBeVisible();
    const create = page.getByRole("button", { name: /^(Create \d+ codes?|إنشاء .*رم)/ });
    await create.click();
    await expect(page.getByRole("button", { name: t("spot_codes.undo") })).toBeVisible();
    await expect(create).toBeHidden();
    await keep(page, `codes-${language}`);
    expect(await barriersOn(page)).toEqual([]);

    const row = list.getByRole("listitem").first();
    const name = (await row.locator("p").first().textContent()) ?? "";
    await row.getByRole("checkbox").press("Space");
    await page
      .getByRole("toolbar", { name: t("spot_codes.selected") })
      .getByRole("button", { name: t("spot_codes.print_selected_one", { count: 1 }) })
      .click();
    const dialog = page.getByRole("dialog", { name: t("spot_codes.labels.title") });
    await dialog.getByRole("button", { name: t("spot_codes.labels.start_at", { n: 5 }) }).click();
    await keep(page, `labels-${language}`);
    expect(await barriersOn(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("link", { name: t("spot_codes.labels.create") }).click(),
    ]);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
    await expect(dialog).toBeHidden();

    const { items } = await spotsOf(origin);
    const code = items.find((spot) => spot.name === name)?.label?.code ?? "";
    await page.goto(`${origin}/q/${code}`);
    await page.waitForURL(/\/viewer\/\w+\/\d+\?/);
    const here = page.getByRole("region", { name: t("spot_codes.here.title", { name }) });
    await expect(here).toBeVisible();
    await keep(page, `here-${language}`);
    expect(await barriersOn(page)).toEqual([]);
    await here.getByRole("button", { name: t("spot_codes.here.add_snag") }).click();
    await expect(page.locator("[data-hint]")).toContainText(t("tour.pick.snag"));
    await page.locator(".panorama").press("Enter");
    const title = `Cracked tile ${language}`;
    await page.getByRole("textbox", { name: t("snags.fields.title") }).fill(title);
    await page.getByRole("button", { name: t("snags.dialog.create") }).click();
    await expect(
      page.getByRole("dialog").or(page.getByRole("complementary")).getByText(title).first(),
    ).toBeVisible();

    await page.goto(`${origin}/qrcodes/${project.id}?has_code=1`);
    const labelled = list.getByRole("listitem").filter({ hasText: name }).first();
    await expect(labelled).toContainText(t("spot_codes.scans_count_one", { count: 1 }));
    await labelled.getByRole("button", { name: t("spot_codes.actions_for", { name }) }).click();
    await page.getByRole("menuitem", { name: t("spot_codes.revoke") }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(t("spot_codes.revoke_text"));
    await keep(page, `revoke-${language}`);
    await question.getByRole("button", { name: t("spot_codes.revoke_selected_one", { count: 1 }) }).click();
    await expect(question).toBeHidden();
    await page.goto(`${origin}/q/${code}`);
    await expect(page.getByText(t("spot_codes.scan.revoked_title"))).toBeVisible();
    await keep(page, `revoked-${language}`);
    expect(await barriersOn(page)).toEqual([]);
    await page.context().close();
  });

  inTurn()(
    `adds a photo as an information point at a scanned label (${language})`,
    async ({ browser, server: { origin } }) => {
      const { items } = await spotsOf(origin);
      const spot = items.find(({ label }) => label !== null);
      const page = await signedIn(browser, origin, { language, viewport: phone });
      await page.goto(`${origin}/q/${spot?.label?.code}`);
      await page.getByRole("button", { name: t("spot_codes.here.add_photo") }).click();
      await expect(page.locator("[data-hint]")).toContainText(t("tour.pick.info"));
      await page.locator(".panorama").press("Enter");
      await expect(page.getByRole("radio", { name: t("tour.info.kinds.photo") })).toBeChecked();
      await page.context().close();
    },
  );

  inTurn()(
    `adds a 360 photo to a new visit, named after the room (${language})`,
    async ({ browser, server: { origin } }) => {
      const { client, items } = await spotsOf(origin);
      const spot = items.find(({ label }) => label !== null);
      const page = await signedIn(browser, origin, { language, viewport: phone });
      await page.goto(`${origin}/q/${spot?.label?.code}`);
      await page.getByRole("link", { name: t("spot_codes.here.add_room") }).click();
      const dialog = page.getByRole("dialog", { name: t("visits.add_title") });
      await expect(dialog).toBeVisible();
      await dialog.getByRole("textbox", { name: t("visits.name") }).fill("Walk of today");
      await dialog.locator("input[type=file]").setInputFiles("demo/2026-09-30/01-entrance-hall.jpg");
      await expect(dialog.getByRole("textbox").last()).toHaveValue(spot?.name ?? "");
      await keep(page, `add-360-${language}`);
      await dialog.getByRole("button", { name: t("visits.add") }).click();
      await page.waitForURL(/\/editvisit\/\d+/);
      // The next scan opens the new date.
      const code = spot?.label?.code ?? "";
      const newest = async () =>
        (await client.call("GET /api/spot-codes/{code}", { params: { code } })).visit?.name;
      await expect.poll(newest).toBe("Walk of today");
      await page.context().close();
    },
  );

  inTurn()(
    `asks a guest to sign in and returns to the label; a stranger gets a 404 (${language})`,
    async ({ browser, server: { origin } }) => {
      const { client, project, items } = await spotsOf(origin);
      const setPublic = (is_public: boolean) =>
        client.call("PUT /api/projects/{id}", { params: { id: project.id }, body: { is_public } });
      await setPublic(false);
      const code = items.find(({ label }) => label !== null)?.label?.code ?? "";
      const stranger = await makePerson(origin, `label-stranger-${language}`);
      const page = await signedIn(browser, origin, { language, viewport: phone, who: stranger });
      await page.goto(`${origin}/q/${code}`);
      await expect(page.getByText(`404 · ${t("shell.not_found.title")}`)).toBeVisible();
      await page.goto(`${origin}/q/b7kqx2mwpdb7kqx2mw`);
      await expect(page.getByText(`404 · ${t("shell.not_found.title")}`)).toBeVisible();
      await page.context().close();
      const guest = await (await browser.newContext({ viewport: phone })).newPage();
      await guest.goto(`${origin}/q/${code}`);
      await guest.waitForURL("**/login");
      expect(await guest.evaluate(() => localStorage.getItem("redirectAfterLogin"))).toBe(`/q/${code}`);
      // Of a public project both see what everyone sees.
      await setPublic(true);
      await guest.goto(`${origin}/q/${code}`);
      await guest.waitForURL(/\/viewer\/\w+\/\d+$/);
      await guest.context().close();
    },
  );
}
