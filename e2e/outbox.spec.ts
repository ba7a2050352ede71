import type { Page } from "@playwright/test";
import sharp from "sharp";
import type { Language } from "#contract/languages.ts";
import { TestClient } from "#test/client.ts";
import { barriersOn } from "./barriers.ts";
import { demoProject } from "./demo.ts";
import { makePerson, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

/** The demo's project, an editor who walks it, and a snag that they know. */
async function site(origin: string, language: Language) {
  const { client, project } = await demoProject(origin);
  const walker = await makePerson(origin, `walker-${language}`);
  const body = { id_project: project.id, email: walker.email, role: "editor" as const };
  const { invitation } = await client.call("POST /api/team-members/invite-team-member", { body });
  const own = new TestClient(origin);
  await own.call("POST /api/login", { body: { username_l: walker.username, password_l: password } });
  await own.call("PUT /api/users/invitations/accept/{id}", { params: { id: invitation?.id ?? 0 } });
  const sheets = await client.call("GET /api/maps", { query: { id_project: project.id } });
  const sheet = sheets.find(({ image }) => image !== null);
  const known = await client.call("POST /api/maps/{id}/annotations", {
    params: { id: sheet?.id ?? 0 },
    body: { title: `Crack beside the stairs ${language}`, x: 0.3, y: 0.3 },
  });
  return { client, project, walker, known };
}

const photo = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: "#8f6b4a" } })
    .jpeg()
    .toBuffer();

/** Waits until the worker has cached everything that the application needs. */
const whenKept = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          if (navigator.serviceWorker.controller === null) return false;
          return (await (await caches.open("sitewalk-shell")).match("/shell/door")) !== undefined;
        }),
      { timeout: 90_000 },
    )
    .toBe(true);

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);
  const isPhone = language === "ar";
  const forms = new Intl.PluralRules(language);
  const here = (count: number) => t(`offline.waiting.here_${forms.select(count)}`, { count });
  const viewport = isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 };

  inTurn()(
    `six kinds of work done without a connection survive a reload, are sent once, and ask in a conflict (${language})`,
    async ({ browser, server: { origin } }) => {
      test.setTimeout(240_000);
      const { client, project, walker, known } = await site(origin, language);
      const context = { viewport, reducedMotion: "reduce", serviceWorkers: "allow" } as const;
      const page = await signedIn(browser, origin, { language, who: walker, ...context });
      const look = (name: string) =>
        page.screenshot({ path: test.info().outputPath(`${name}-${language}.png`) });
      const title = `Made in the basement ${language}`;
      const day = isPhone ? "2026-11-03" : "2026-11-04";

      // With a connection: what is needed on the walk is opened once.
      await page.goto(`${origin}/diary/${project.id}_${day}`);
      await expect(page.getByRole("form", { name: t("diary.your_entry") })).toBeVisible();
      await whenKept(page);
      await page.goto(`${origin}/snags?view=list&id_project=${project.id}`);
      await page
        .getByRole("button", { name: t("snags.new") })
        .first()
        .click();
      const dialog = page.getByRole("dialog", { name: t("snags.dialog.title") });
      await dialog.getByRole("radio", { name: t("snags.dialog.on_plan") }).check();
      await expect(dialog.locator("[data-plan] img").first()).toBeVisible();
      // Seen data is stored after a moment.
      await page.waitForTimeout(3000);
      await page.keyboard.press("Escape");
      await page.goto(`${origin}/snags/${known.id}?view=list&id_project=${project.id}`);
      const sheet = page.getByRole("article");
      await expect(sheet.getByRole("textbox", { name: t("snags.comments.field") })).toBeVisible();
      await page.waitForTimeout(3000);

      await page.context().setOffline(true);
      await page.getByRole("button", { name: t("offline.continue") }).click();

      // 1 to 4: a comment, a photo, a status and a priority of a known snag.
      await sheet.getByRole("textbox", { name: t("snags.comments.field") }).fill("Wet to the touch.");
      await sheet.getByRole("button", { name: t("snags.comments.send") }).click();
      await expect(page.getByText(t("offline.waiting.kept")).first()).toBeVisible();
      await sheet
        .locator("input[type=file]")
        .first()
        .setInputFiles({ name: "crack.jpg", mimeType: "image/jpeg", buffer: await photo() });
      await sheet.getByRole("button", { name: t("snags.flow.next.in_work") }).click();
      await expect(sheet.locator("[aria-current=step]")).toContainText(t("snags.statuses.in_work"));
      await sheet.getByRole("button", { name: t("snags.fields.priority") }).click();
      await page.getByRole("option", { name: t("snags.priorities.high") }).click();
      await expect(sheet.getByText(here(4))).toBeVisible();
      await look("snag");

      // 5: a new snag with a photo on the floor plan.
      await page.goto(`${origin}/snags?view=list&id_project=${project.id}`);
      await page
        .getByRole("button", { name: t("snags.new") })
        .first()
        .click();
      await dialog.getByRole("textbox", { name: t("snags.fields.title") }).fill(title);
      await dialog.getByRole("radio", { name: t("snags.dialog.on_plan") }).check();
      await dialog.getByRole("button", { name: t("snags.plan.pin_middle") }).click();
      await dialog
        .locator("input[type=file]")
        .setInputFiles({ name: "new.jpg", mimeType: "image/jpeg", buffer: await photo() });
      await dialog.getByRole("button", { name: t("snags.dialog.create") }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("button", { name: new RegExp(title) })).toBeVisible();
      await look("list");

      // 6: an entry of the diary.
      await page.goto(`${origin}/diary/${project.id}_${day}`);
      const form = page.getByRole("form", { name: t("diary.your_entry") });
      await form.getByRole("textbox", { name: t("diary.fields.work") }).fill("Basement inspected.");
      await form.getByRole("button", { name: t("diary.save") }).click();
      await expect(page.getByText(here(1))).toBeVisible();

      await page.goto(`${origin}/waiting`);
      await page.reload();
      const rows = page.locator("main li");
      await expect(rows).toHaveCount(7);
      await look("waiting");
      expect(await barriersOn(page)).toEqual([]);

      // The desk changes the same status meanwhile, and another field.
      await client.call("PUT /api/annotations/{id}", {
        params: { id: known.id },
        body: { status: "closed", due_date: "2026-12-24" },
      });
      await page.context().setOffline(false);
      await expect(rows).toHaveCount(1, { timeout: 60_000 });
      await page.getByRole("button", { name: t("offline.waiting.decide") }).click();
      const conflict = page.getByRole("dialog", { name: t("offline.waiting.conflict.title") });
      await expect(conflict.getByText(t("snags.statuses.closed"), { exact: true })).toBeVisible();
      await expect(conflict.getByText(t("snags.statuses.in_work"), { exact: true })).toBeVisible();
      await look("conflict");
      expect(await barriersOn(page)).toEqual([]);
      await conflict.getByRole("button", { name: t("offline.waiting.conflict.keep_yours") }).click();
      await expect(page.getByText(t("offline.waiting.none_title"))).toBeVisible();

      // The desk sees all of it, once.
      const params = { id: known.id };
      expect(await client.call("GET /api/annotations/{id}", { params })).toMatchObject({
        status: "in_work",
        priority: "high",
        due_date: "2026-12-24",
        comment_count: 1,
        photos: [{ kind: "before" }],
      });
      const { items } = await client.call("GET /api/annotations", { query: { search: title } });
      expect(items).toHaveLength(1);
      expect(items[0]).toMatchObject({ title, photos: [{ kind: "before" }] });
      expect(items[0]?.captured_at).not.toBeNull();
      const history = await client.call("GET /api/annotations/{id}/history", { params });
      expect(history.map(({ action }) => action)).toEqual(
        expect.arrayContaining(["not_applied", "commented"]),
      );
      const { entries } = await client.call("GET /api/projects/{id}/diary/{day}", {
        params: { id: project.id, day },
      });
      expect(entries.map(({ work }) => work)).toContain("Basement inspected.");
      await page.context().close();
    },
  );
}
