import { readFile } from "node:fs/promises";
import { barriersOn } from "./barriers.ts";
import { demoProject, readyVisit } from "./demo.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { words } from "./words.ts";

for (const [language, viewport] of [
  ["en", { width: 1440, height: 900 }],
  ["ar", { width: 390, height: 844 }],
] as const) {
  const t = words(language);

  test(`prints two dates side by side with a caption, which outlives the page (${language})`, async ({
    browser,
    server: { origin },
  }, info) => {
    await readyVisit(origin);
    const { project } = await demoProject(origin);
    const page = await signedIn(browser, origin, { language, viewport });
    const caption = language === "en" ? "Plaster is finished." : "اكتملت أعمال اللياسة.";
    await page.goto(`${origin}/progress/${project.id}`);
    const open = page.getByRole("button", { name: t("comparisons.open") });
    const dialog = page.getByRole("dialog", { name: t("comparisons.title") });
    await open.click();
    await dialog
      .getByRole("button", { name: new RegExp(t("comparisons.add_caption")) })
      .first()
      .click();
    await dialog.getByRole("textbox").fill(caption);
    expect(await barriersOn(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`comparison-${language}.png`) });

    await dialog.getByRole("button", { name: t("common.cancel") }).click();
    await expect(dialog).toBeHidden();
    await page.reload();
    await open.click();
    await expect(dialog.getByText(t("comparisons.draft"))).toBeVisible();
    await expect(dialog.getByRole("textbox")).toHaveValue(caption);

    const [file] = await Promise.all([
      page.waitForEvent("download", { timeout: 300_000 }),
      dialog.getByRole("button", { name: t("comparisons.create") }).click(),
    ]);
    expect(file.suggestedFilename()).toContain(".pdf");
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
    await expect(page.getByText(t("comparisons.created")).first()).toBeVisible();

    await open.click();
    await dialog.getByRole("button", { name: t("comparisons.discard") }).click();
    await expect(dialog.getByRole("textbox")).toHaveCount(0);
    await page.context().close();
  });
}
