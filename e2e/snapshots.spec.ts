import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import ar from "#i18n/ar/media/viewer.json" with { type: "json" };
import en from "#i18n/en/media/viewer.json" with { type: "json" };
import { violationsOn } from "./barriers.ts";
import { readyVisit } from "./demo.ts";
import { adminClient } from "./people.ts";
import { test } from "./server.ts";
import { signIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";

const texts = { en, ar } as const;
const locales = { en: "en-GB", ar: "ar-AE" } as const;
type Lang = keyof typeof texts;

async function openVisit(page: Page, origin: string, code: string, lang: Lang): Promise<void> {
  await page.goto(`${origin}/viewer/${code}?lang=${lang}`);
  await expect(page.locator("[data-picture=sharp]")).toBeAttached();
}

/** Drags over the picture between shares of its size. */
async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  const box = await page.locator("dialog canvas").boundingBox();
  if (box === null) throw new Error("There is no picture to draw on.");
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 6 });
  await page.mouse.up();
}

for (const [turn, lang] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const { snapshot: t, actions } = texts[lang];

  inTurn()(
    `captures the view as a member, draws on it and saves it with the visit (${lang})`,
    async ({ browser, server: { origin } }, info) => {
      test.slow();
      const code = await readyVisit(origin);
      const context = await browser.newContext({
        locale: locales[lang],
        viewport: { width: 1280, height: 800 },
      });
      await signIn(context, origin);
      const page = await context.newPage();
      await openVisit(page, origin, code, lang);
      await page.getByRole("button", { name: t.take }).click();
      const dialog = page.getByRole("dialog", { name: t.title });
      await expect(dialog).toBeVisible();
      await drag(page, [0.3, 0.7], [0.5, 0.5]);
      await dialog.getByRole("button", { name: t.circle }).click();
      await dialog.getByRole("button", { name: t.color.yellow }).click();
      await drag(page, [0.55, 0.4], [0.7, 0.6]);
      await dialog.getByRole("button", { name: t.blur }).click();
      await drag(page, [0.05, 0.1], [0.2, 0.3]);
      await dialog.getByRole("button", { name: t.text, exact: true }).click();
      await drag(page, [0.52, 0.3], [0.52, 0.3]);
      await dialog
        .getByRole("textbox", { name: t.write })
        .fill(lang === "en" ? "Missing seal" : "حشوة ناقصة");
      await dialog.getByRole("button", { name: t.box, exact: true }).click();
      await dialog.getByRole("img", { name: t.picture }).press("Enter");
      await dialog.getByRole("button", { name: t.undo, exact: true }).click();
      await dialog.getByRole("textbox", { name: t.note }).fill("Seal of the window");
      await page.screenshot({ path: info.outputPath(`draw-${lang}.png`) });
      expect(await violationsOn(page, "dialog")).toEqual([]);
      await dialog.getByRole("button", { name: t.save }).click();
      await expect(page.getByText(t.saved)).toBeVisible();
      await expect(dialog).toBeHidden();

      const client = await adminClient(origin);
      const { items } = await client.call("GET /api/snapshots", { query: { search: "Seal of the window" } });
      expect(items[0]).toMatchObject({ note: "Seal of the window", visit_code: code });
      expect(items[0]?.drawing.map(({ kind }) => kind)).toEqual(["arrow", "circle", "blur", "text"]);
      const kept = await context.request.get(`${origin}${items[0]?.url ?? ""}`);
      expect(kept.headers()["content-type"]).toBe("image/webp");
      await context.close();
    },
  );

  inTurn()(
    `downloads the view as a guest, and warns before drawings are lost (${lang})`,
    async ({ browser, server: { origin } }, info) => {
      test.slow();
      const code = await readyVisit(origin);
      const context = await browser.newContext({
        locale: locales[lang],
        viewport: { width: 390, height: 780 },
      });
      const page = await context.newPage();
      await openVisit(page, origin, code, lang);
      await page.getByRole("button", { name: t.take }).click();
      const dialog = page.getByRole("dialog", { name: t.title });
      await drag(page, [0.3, 0.7], [0.5, 0.5]);
      await page.screenshot({ path: info.outputPath(`guest-${lang}.png`) });
      await expect(dialog.getByRole("button", { name: t.save, exact: true })).toHaveCount(0);
      const coming = page.waitForEvent("download");
      await dialog.getByRole("button", { name: t.download }).click();
      const file = await readFile(await (await coming).path());
      expect(file.subarray(0, 3).toString("latin1")).toBe("\xff\xd8\xff");
      await dialog.getByRole("button", { name: actions.close }).click();
      await page.getByRole("button", { name: t.stay }).click();
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: t.leave, exact: true }).click();
      await expect(dialog).toBeHidden();
      await context.close();
    },
  );
}
