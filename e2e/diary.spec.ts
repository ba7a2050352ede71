import { startWeather, type WeatherService } from "#test/weather-service/server.ts";
import { barriersOn } from "./barriers.ts";
import { demoProject } from "./demo.ts";
import { cutConnection } from "./page-errors.ts";
import { adminClient } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

test.use({ expectedErrors: [cutConnection] });

let weather: WeatherService;
test.beforeAll(async ({ server }) => {
  weather = await startWeather();
  const client = await adminClient(server.origin);
  await client.call("PUT /api/settings", { body: { weather_url: weather.origin } });
});
test.afterAll(() => weather.close());

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `writes a day on a phone, saves it offline, closes it and corrects it (${language})`,
    async ({ browser, server: { origin } }) => {
      const { project } = await demoProject(origin);
      const page = await signedIn(browser, origin, { language, viewport: { width: 390, height: 844 } });
      // Both languages run as the same user: each has a day of its own.
      if (language === "en") {
        await page.goto(`${origin}/diary/${project.id}`);
        await page.getByRole("button", { name: t("diary.write_today") }).click();
      } else await page.goto(`${origin}/diary/${project.id}_2026-11-02`);
      await expect(page).toHaveURL(/\/diary\/\d+_\d{4}-\d{2}-\d{2}$/);

      const form = page.getByRole("form", { name: t("diary.your_entry") });
      await form.getByRole("button", { name: t("diary.weather.fetch") }).click();
      await expect(form.getByText(t("diary.weather.fetched"))).toBeVisible();
      await expect(form.getByRole("textbox", { name: t("diary.weather.high") })).toHaveValue("31.4");
      expect(weather.faults).toEqual([]);
      await form.getByRole("button", { name: t("diary.people.add") }).click();
      await form.getByRole("combobox", { name: t("diary.people.company") }).fill("North Walls");
      await form.getByRole("textbox", { name: t("diary.people.count") }).fill("12");
      await form.getByRole("textbox", { name: t("diary.fields.work") }).fill("Screed in the hall");
      await page.screenshot({ path: test.info().outputPath(`form-${language}.png`), fullPage: true });
      expect(await barriersOn(page)).toEqual([]);

      // Saved on the device while offline, and sent when the connection is back.
      await page.context().setOffline(true);
      await page.getByRole("button", { name: t("offline.continue") }).click();
      await form.getByRole("button", { name: t("diary.save") }).click();
      await expect(page.getByText(t("offline.waiting.here_one", { count: 1 }))).toBeVisible();
      await page.context().setOffline(false);
      await expect(page.getByText(t("offline.waiting.here_one", { count: 1 }))).toBeHidden();
      await page.reload();
      await expect(form.getByRole("textbox", { name: t("diary.fields.work") })).toHaveValue(
        "Screed in the hall",
      );

      await form.getByRole("button", { name: t("diary.close") }).click();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: t("diary.close") })
        .click();
      await expect(page.getByText(t("diary.closed"), { exact: true })).toBeVisible();

      await page.getByRole("button", { name: t("diary.correct") }).click();
      await form.getByRole("textbox", { name: t("diary.people.count") }).fill("14");
      await form.getByRole("textbox", { name: t("diary.correction") }).fill("Two came later");
      await form.getByRole("button", { name: t("diary.correction_save") }).click();
      await expect(page.getByText("Two came later")).toBeVisible();
      await page.screenshot({ path: test.info().outputPath(`corrected-${language}.png`), fullPage: true });
      await page.context().close();
    },
  );
}
