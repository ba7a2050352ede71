import { test as base, type Page } from "@playwright/test";
import { barriersOn } from "./barriers.ts";
import { demoProject } from "./demo.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

const phone = { width: 390, height: 844 };
const keep = (page: Page, name: string) => page.screenshot({ path: base.info().outputPath(`${name}.png`) });

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `leads through the spots of today, which tick themselves when their photo is added (${language})`,
    async ({ browser, server: { origin } }) => {
      const { client, project } = await demoProject(origin);
      const at = { params: { id: project.id } };
      // From earlier runs of this journey.
      const { spots: before } = await client.call("GET /api/projects/{id}/coverage", at);
      if (before.length > 0)
        await client.call("DELETE /api/projects/{id}/coverage/spots", {
          ...at,
          body: { spots: before.map(({ id }) => id) },
        });
      const page = await signedIn(browser, origin, { language, viewport: phone });
      await page.goto(`${origin}/coverage/${project.id}`);
      await page.getByRole("button", { name: t("coverage.add_all") }).click();
      const list = page.getByRole("list", { name: t("coverage.checklist.title") });
      await expect(list.getByRole("listitem").first()).toBeVisible();
      await keep(page, `checklist-${language}`);
      expect(await barriersOn(page)).toEqual([]);

      const { spots } = await client.call("GET /api/projects/{id}/coverage", at);
      const skip = list
        .getByRole("listitem")
        .first()
        .getByRole("button", {
          name: new RegExp(`^${t("coverage.checklist.skip_at", { name: "" }).split(/[“«]/)[0]}`),
        });
      await skip.click();
      const question = page.getByRole("dialog");
      await question.getByRole("textbox").fill("Scaffold in the way");
      await keep(page, `skip-${language}`);
      await question.getByRole("button", { name: t("coverage.skip.confirm") }).click();
      await expect(question).toBeHidden();
      await expect(
        page.getByText(t("coverage.checklist.skipped", { reason: "Scaffold in the way" })),
      ).toBeVisible();

      // The next spot, in a second tab, as on a second phone.
      const name =
        (await list
          .getByRole("listitem")
          .first()
          .locator(".font-strong.own-direction.break-words")
          .textContent()) ?? "";
      expect(spots.map((spot) => spot.name)).toContain(name);
      const other = await page.context().newPage();
      await other.goto(`${origin}/coverage/${project.id}`);
      await other.getByRole("button", { name: t("coverage.checklist.take_at", { name }) }).click();
      const dialog = other.getByRole("dialog");
      await dialog.locator("input[type=file]").setInputFiles("demo/2026-09-30/01-entrance-hall.jpg");
      await expect(dialog.getByRole("textbox").last()).toHaveValue(name);
      const visitName = dialog.getByRole("textbox", { name: t("visits.name"), exact: true });
      if (await visitName.isVisible()) await visitName.fill("Walk of today");
      await keep(other, `take-${language}`);
      await dialog
        .getByRole("button", { name: t("visits.add"), exact: true })
        .or(dialog.getByRole("button", { name: t("visits.upload_rooms_one", { count: 1 }), exact: true }))
        .click();
      await expect(
        page.getByRole("button", { name: t("coverage.checklist.take_at", { name }) }),
      ).toBeHidden();
      await expect(page.getByText(t("coverage.checklist.photographed")).first()).toBeVisible();
      await keep(page, `ticked-${language}`);
      await page.context().close();
    },
  );
}
