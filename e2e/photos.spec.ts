import sharp from "sharp";
import { barriersOn } from "./barriers.ts";
import { demoProject } from "./demo.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

/** A photo larger than one call takes, with a location and a direction of the camera. */
async function sitePhoto(shade: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 100 + shade, sigma: 40 } as const;
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: "black", noise } })
    .jpeg({ quality: 90 })
    .withExif({
      IFD2: { DateTimeOriginal: "2026:03:14 09:26:53", OffsetTimeOriginal: "+03:00" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "24/1 42/1 0/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "46/1 42/1 0/1",
        GPSImgDirectionRef: "T",
        GPSImgDirection: "90/1",
      },
    })
    .toBuffer();
}

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `adds photos on a phone, places one on the floor plan, makes a snag of it, deletes it and undoes that (${language})`,
    async ({ browser, server: { origin } }) => {
      const { client, project } = await demoProject(origin);
      const page = await signedIn(browser, origin, { language, viewport: { width: 390, height: 844 } });
      await page.goto(`${origin}/photos/${project.id}`);
      await page.locator("input[type=file][multiple]").setInputFiles([
        { name: "formwork.jpg", mimeType: "image/jpeg", buffer: await sitePhoto(1) },
        { name: "column.jpg", mimeType: "image/jpeg", buffer: await sitePhoto(2) },
        { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") },
      ]);
      await expect(page.getByText(t("photos.wrong_type"))).toBeVisible();
      const list = page.getByRole("list", { name: t("photos.list") });
      const open = (name: string) => list.getByRole("link", { name });
      await expect(open("formwork.jpg")).toBeVisible();
      await expect(open("column.jpg")).toBeVisible();
      await page.screenshot({ path: test.info().outputPath(`list-${language}.png`) });
      expect(await barriersOn(page)).toEqual([]);

      await open("formwork.jpg").click();
      const view = page.getByRole("dialog", { name: "formwork.jpg" });
      // The camera's location is a proposal, and changes nothing by itself.
      await expect(view.getByText(t("photos.proposal.title"))).toBeVisible();
      await expect(view.getByText(t("photos.no_position"))).toBeVisible();
      expect(await barriersOn(page)).toEqual([]);
      await view.getByRole("button", { name: t("photos.place") }).click();
      const plan = page.getByRole("dialog", { name: t("photos.place_title") });
      await plan.getByRole("application").press("Enter");
      await expect(plan.getByRole("button", { name: t("photos.pin") })).toBeVisible();
      await page.screenshot({ path: test.info().outputPath(`place-${language}.png`) });
      await plan.getByRole("button", { name: t("photos.place_save") }).click();
      await expect(plan).toBeHidden();
      await expect(view.getByText(t("photos.no_position"))).toBeHidden();

      await view.getByRole("button", { name: t("photos.edit") }).click();
      const form = page.getByRole("dialog", { name: t("photos.edit_title") });
      await form.getByRole("textbox", { name: t("photos.fields.caption") }).fill(`Formwork ${language}`);
      await form.getByRole("button", { name: t("photos.save") }).click();
      await expect(form).toBeHidden();
      const named = page.getByRole("dialog", { name: `Formwork ${language}` });
      await named.getByRole("button", { name: t("photos.snag") }).click();
      const snag = page.getByRole("dialog", { name: t("photos.snag_title") });
      await snag.getByRole("button", { name: t("photos.snag_create") }).click();
      await expect(snag).toBeHidden();
      const { items } = await client.call("GET /api/annotations", {
        query: { id_project: project.id, search: `Formwork ${language}` },
      });
      expect(items).toMatchObject([{ title: `Formwork ${language}`, photos: [{ kind: "before" }] }]);

      await named.getByRole("button", { name: t("common.more") }).click();
      await page.getByRole("menuitem", { name: t("photos.delete") }).click();
      await expect(named).toBeHidden();
      await expect(open(`Formwork ${language}`)).toBeHidden();
      await page.getByRole("button", { name: t("photos.undo") }).click();
      await expect(open(`Formwork ${language}`)).toBeVisible();
      await page.context().close();
    },
  );
}
