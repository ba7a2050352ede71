import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { demoProject, demoVisits, readyVisit } from "./demo.ts";
import { test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { openViewer } from "./tour-site.ts";
import { words } from "./words.ts";

const photo = join(import.meta.dirname, "../demo/2026-02-18/03-kitchen.jpg");
const phone = { width: 390, height: 844 };

/** Opens the form of a new snag for a press in the picture. */
async function beginSnag(page: Page, language: Language) {
  const t = words(language);
  await page.locator("[data-tool=snag]").click();
  await expect(page.locator("[data-hint]")).toBeVisible();
  await page.mouse.click(220, 300);
  return page.getByRole("dialog", { name: t("snags.dialog.title") });
}

for (const language of ["en", "ar"] as const) {
  const t = words(language);

  test(`keeps a snag started in the viewer with its photo over closing and a reload, until pinned or discarded (${language})`, async ({
    browser,
    server: { origin },
  }, info) => {
    test.slow();
    const address = `${origin}/viewer/${await readyVisit(origin)}`;
    const page = await signedIn(browser, origin, {
      language,
      viewport: phone,
      hasTouch: true,
      isMobile: true,
      reducedMotion: "reduce",
      serviceWorkers: "block",
    });
    const title = `Crack above the door ${language}`;
    const form = page.getByRole("dialog", { name: t("snags.dialog.title") });
    const field = form.getByRole("textbox", { name: t("snags.fields.title") });
    const waiting = page.getByText(t("tour.draft.waiting"));
    await openViewer(page, address);
    await beginSnag(page, language);
    await field.fill(title);
    await form.getByRole("radio", { name: t("snags.priorities.high") }).check();
    await form.locator("input[type=date]").fill("2026-12-04");
    await form.locator("input[type=file]").setInputFiles(photo);
    await page.keyboard.press("Escape");
    await expect(form).toHaveCount(0);
    await expect(page.getByText(t("tour.draft.kept"))).toBeVisible();

    await openViewer(page, address);
    await expect(waiting).toBeVisible();
    await page.screenshot({ path: info.outputPath(`waiting-${language}.png`) });
    await page.getByRole("button", { name: t("tour.draft.continue") }).click();
    await expect(field).toHaveValue(title);
    await expect(form.getByText(t("tour.draft.restored"))).toBeVisible();
    await expect(form.getByRole("radio", { name: t("snags.priorities.high") })).toBeChecked();
    await expect(form.locator("input[type=date]")).toHaveValue("2026-12-04");
    await expect(form.getByRole("img", { name: "03-kitchen.jpg" })).toBeVisible();
    await page.screenshot({ path: info.outputPath(`restored-${language}.png`) });

    // A reload while typing, without closing first.
    await field.fill(`${title}, wide`);
    await openViewer(page, address);
    await beginSnag(page, language);
    await expect(field).toHaveValue(`${title}, wide`);
    await form.getByRole("button", { name: t("snags.dialog.create") }).click();
    await expect(page.getByRole("dialog", { name: `${title}, wide` })).toBeVisible();
    const photos = page.getByRole("dialog").getByRole("group", { name: t("viewer.points.photos") });
    await expect(photos.getByRole("button")).toHaveCount(1);

    await openViewer(page, address);
    await beginSnag(page, language);
    await expect(field).toHaveValue("");
    await field.fill("Not worth it");
    await openViewer(page, address);
    await expect(waiting).toBeVisible();
    await page.getByRole("button", { name: t("tour.draft.continue") }).click();
    await form.getByRole("button", { name: t("tour.draft.discard") }).click();
    await expect(field).toHaveValue("");
    await openViewer(page, address);
    await expect(page.locator("[data-tool=snag]")).toBeVisible();
    await beginSnag(page, language);
    await expect(field).toHaveValue("");
    await page.context().close();
  });

  test(`keeps a snag started in the dialog after closing and after a reload (${language})`, async ({
    browser,
    server: { origin },
  }) => {
    const { project } = await demoProject(origin);
    const page = await signedIn(browser, origin, {
      language,
      reducedMotion: "reduce",
      serviceWorkers: "block",
    });
    const dialog = page.getByRole("dialog", { name: t("snags.dialog.title") });
    const title = dialog.getByRole("textbox", { name: t("snags.fields.title") });
    const open = async () => {
      await page
        .getByRole("main")
        .getByRole("button", { name: t("snags.new"), exact: true })
        .click();
      await expect(title).toBeVisible();
    };
    await page.goto(`${origin}/snags?id_project=${project.id}`);
    await open();
    await title.fill("Door does not close");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(t("snags.dialog.draft_kept"))).toBeVisible();
    await open();
    await expect(title).toHaveValue("Door does not close");
    await page.reload();
    await open();
    await expect(title).toHaveValue("Door does not close");
    await expect(dialog.getByText(t("snags.dialog.draft_restored"))).toBeVisible();
    await dialog.getByRole("button", { name: t("snags.dialog.draft_discard") }).click();
    await expect(title).toHaveValue("");
    await page.reload();
    await open();
    await expect(title).toHaveValue("");
    await page.context().close();
  });

  test(`leaves the viewer for the project, the visit or the dashboard, and returns by the browser's back button (${language})`, async ({
    browser,
    server: { origin },
  }, info) => {
    const code = await readyVisit(origin);
    const { project } = await demoProject(origin);
    const [visit] = await demoVisits(origin);
    const page = await signedIn(browser, origin, {
      language,
      viewport: phone,
      reducedMotion: "reduce",
      serviceWorkers: "block",
    });
    await openViewer(page, `${origin}/viewer/${code}`);
    await page.getByRole("button", { name: t("viewer.rooms.next") }).click();
    await expect(page).toHaveURL(/\/viewer\/[^/]+\/\d+$/);
    const deep = page.url();
    await openViewer(page, deep);
    const way = page.getByRole("menu", { name: t("viewer.leave.label") });
    for (const [name, path] of [
      [`${project.name} ${t("viewer.leave.project")}`, `/project/${project.id}`],
      [`${visit?.name} ${t("viewer.leave.visit")}`, `/editvisit/${visit?.id}`],
      [t("viewer.leave.dashboard"), "/dashboard"],
    ] as const) {
      await page.getByRole("button", { name: t("viewer.leave.label") }).click();
      await page.screenshot({ path: info.outputPath(`way-out-${language}.png`) });
      await way.getByRole("menuitem", { name }).click();
      await expect(page).toHaveURL(`${origin}${path}`);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(deep);
      await expect(page.locator("[data-picture=sharp]")).toBeAttached();
    }
    // Moving between rooms adds no history: one step back leads to the page before the viewer.
    await page.goto(`${origin}/project/${project.id}`);
    await page.locator(`a[href^="/viewer/${code}"]`).first().click();
    await expect(page.locator("[data-picture=sharp]")).toBeAttached();
    await page.getByRole("button", { name: t("viewer.rooms.next") }).click();
    await expect(page).toHaveURL(/\/viewer\/[^/]+\/\d+$/);
    await page.goBack();
    await expect(page).toHaveURL(`${origin}/project/${project.id}`);
    await page.context().close();
  });
}

test("offers a guest no way into the application", async ({ browser, server: { origin } }) => {
  const page = await browser.newPage();
  await openViewer(page, `${origin}/viewer/${await readyVisit(origin)}`);
  await expect(page.getByRole("button", { name: words("en")("viewer.leave.label") })).toHaveCount(0);
  await page.close();
});
