import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import type { Language } from "#contract/languages.ts";
import { TestClient } from "#test/client.ts";
import { barriersOn } from "./barriers.ts";
import { demoProject } from "./demo.ts";
import { whenKept } from "./kept-shell.ts";
import { cutConnection } from "./page-errors.ts";
import { makePerson, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { type Words, words } from "./words.ts";

test.use({ expectedErrors: [cutConnection] });

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

/** A project with a floor plan, a visit of one room, a photo spot and a snag, and a manager who walks it. */
async function ownSite(origin: string, language: Language) {
  const { client } = await demoProject(origin);
  const project = await client.call("POST /api/projects", { body: { name: `Tower B ${language}` } });
  const walker = await makePerson(origin, `surveyor-${language}`);
  const body = { id_project: project.id, email: walker.email, role: "manager" as const };
  const { invitation } = await client.call("POST /api/team-members/invite-team-member", { body });
  const own = new TestClient(origin);
  await own.call("POST /api/login", { body: { username_l: walker.username, password_l: password } });
  await own.call("PUT /api/users/invitations/accept/{id}", { params: { id: invitation?.id ?? 0 } });
  const fields = { id_project: String(project.id), name: "Level 1" };
  const plan = { name: "level-1.png", bytes: await readFile("demo/plans/ground-floor.png") };
  const sheet = idIn(await client.upload("POST /api/maps", fields, { file: plan }));
  const visit = await client.call("POST /api/visits", {
    body: { id_project: project.id, name: "Week 12", visit_date: "2026-03-18T08:00:00Z" },
  });
  const picture = { name: "kitchen.jpg", bytes: await readFile("demo/2026-02-18/03-kitchen.jpg") };
  const room = { id_visit: String(visit.id), name: "Kitchen" };
  const id_room = idIn(await client.upload("POST /api/rooms", room, { file: picture }));
  const params = { id: project.id };
  await client.call("PUT /api/projects/{id}/coverage", { params, body: { is_on: true, time_zone: "UTC" } });
  await client.call("POST /api/projects/{id}/coverage/spots", {
    params,
    body: { positions: [{ name: "Lift lobby", id_sheet: sheet, x: 0.7, y: 0.7 }] },
  });
  const snag = await client.call("POST /api/maps/{id}/annotations", {
    params: { id: sheet },
    body: { title: `Loose cable ${language}`, x: 0.3, y: 0.3 },
  });
  return { client, project, walker, sheet, visit, id_room, snag };
}

const idIn = ({ body }: { body: unknown }): number => (body as { data: { id: number } }).data.id;

/** Number of records of the upload queue that are stored: a batch and its files. */
const storedUploads = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const opening = indexedDB.open("sitewalk-uploads");
        opening.addEventListener("success", () => {
          const count = opening.result.transaction("records").objectStore("records").count();
          count.addEventListener("success", () => {
            opening.result.close();
            done(count.result);
          });
        });
      }),
  );

/** As if the user had put the device away hours ago. */
const beInactive = (page: Page) =>
  page.evaluate(() => {
    const [, span = ""] = (localStorage.getItem("last_activity") ?? "").split(" ");
    localStorage.setItem("last_activity", `${Date.now() - 5 * 3_600_000} ${span}`);
  });

/** Saves the project on this device, by its own dialog. */
async function saveOffline(page: Page, project: string, t: Words): Promise<void> {
  await page.goto(project);
  await page.getByRole("button", { name: t("offline.copies.action"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: t("offline.copies.save"), exact: true }).click();
  await expect(dialog.getByRole("button", { name: t("offline.copies.refresh") })).toBeVisible({
    timeout: 300_000,
  });
  await page.keyboard.press("Escape");
}

/** Locks the screen as after hours, and loads the page again: it stays locked. */
async function lock(page: Page, t: Words): Promise<void> {
  await beInactive(page);
  const locked = page.getByRole("heading", { name: t("offline.lock.title") });
  await expect(locked).toBeVisible();
  await page.reload();
  await expect(locked).toBeVisible();
}

/** The connection is back: the user signs in again. */
async function unlock(page: Page, username: string, t: Words): Promise<void> {
  await page.context().setOffline(false);
  const enter = page.getByRole("button", { name: t("offline.lock.sign_in") });
  await expect(enter).toBeEnabled();
  await enter.click();
  await page.locator("input[name=username_l]").fill(username);
  await page.locator("input[name=password_l]").fill(password);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL((url) => url.pathname !== "/login");
}

const photo = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: "#8f6b4a" } })
    .jpeg()
    .toBuffer();

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);
  const forms = new Intl.PluralRules(language);
  const here = (count: number) => t(`offline.waiting.here_${forms.select(count)}`, { count });
  const viewport = { width: 390, height: 844 };

  inTurn()(
    `a project is saved offline, six kinds of work survive lock and reload, are sent once, and ask in a conflict (${language})`,
    async ({ browser, server: { origin } }) => {
      const { client, project, walker, known } = await site(origin, language);
      const context = { viewport, reducedMotion: "reduce", serviceWorkers: "allow" } as const;
      const page = await signedIn(browser, origin, { language, who: walker, ...context });
      const look = (name: string) =>
        page.screenshot({ path: test.info().outputPath(`${name}-${language}.png`) });
      const title = `Made in the basement ${language}`;
      const day = language === "ar" ? "2026-11-03" : "2026-11-04";

      // With a connection: the project is saved on the device, and what is needed on the walk is opened once.
      await page.goto(`${origin}/diary/${project.id}_${day}`);
      await expect(page.getByRole("form", { name: t("diary.your_entry") })).toBeVisible();
      await whenKept(page);
      await saveOffline(page, `${origin}/project/${project.id}`, t);
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
      await lock(page, t);
      await look("locked");

      // The desk changes the same status meanwhile, and another field.
      await client.call("PUT /api/annotations/{id}", {
        params: { id: known.id },
        body: { status: "closed", due_date: "2026-12-24" },
      });
      const desk = await signedIn(browser, origin, { language, viewport: { width: 1440, height: 900 } });
      await desk.goto(`${origin}/snags/${known.id}?view=list&id_project=${project.id}`);
      const record = desk.getByRole("article");
      const step = record.locator("[aria-current=step]");
      await expect(step).toContainText(t("snags.statuses.closed"));
      await unlock(page, walker.username, t);
      await page.goto(`${origin}/waiting`);
      await expect(rows).toHaveCount(1);
      await expect(record.getByText("Wet to the touch.")).toBeVisible();
      await page.getByRole("button", { name: t("offline.waiting.decide") }).click();
      const conflict = page.getByRole("dialog", { name: t("offline.waiting.conflict.title") });
      await expect(conflict.getByText(t("snags.statuses.closed"), { exact: true })).toBeVisible();
      await expect(conflict.getByText(t("snags.statuses.in_work"), { exact: true })).toBeVisible();
      await look("conflict");
      expect(await barriersOn(page)).toEqual([]);
      await conflict.getByRole("button", { name: t("offline.waiting.conflict.keep_yours") }).click();
      await expect(page.getByText(t("offline.waiting.none_title"))).toBeVisible();
      // About two seconds on a quiet machine; the open page of the desk is not reloaded.
      await expect(step).toContainText(t("snags.statuses.in_work"));
      await desk.screenshot({ path: test.info().outputPath(`desk-${language}.png`) });

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
      await desk.context().close();
      await page.context().close();
    },
  );

  inTurn()(
    `a progress entry, a photo, a voice note, a position, a skipped spot and a 360 photo survive the lock and are sent once (${language})`,
    async ({ browser, server: { origin } }) => {
      const { client, project, walker, sheet, visit, id_room, snag } = await ownSite(origin, language);
      const context = {
        viewport: { width: 390, height: 844 },
        reducedMotion: "reduce",
        serviceWorkers: "allow",
      } as const;
      const page = await signedIn(browser, origin, { language, who: walker, ...context });
      // A file is chosen instead: this journey has no microphone.
      await page.addInitScript(() => Object.defineProperty(window, "MediaRecorder", { value: undefined }));
      const look = (name: string) =>
        page.screenshot({ path: test.info().outputPath(`more-${name}-${language}.png`) });
      const kept = page.getByText(t("offline.waiting.kept")).first();
      const at = {
        progress: `${origin}/progress/${project.id}`,
        photos: `${origin}/photos/${project.id}`,
        coverage: `${origin}/coverage/${project.id}`,
        sheet: `${origin}/editsheet/${sheet}`,
        visit: `${origin}/editvisit/${visit.id}`,
        snag: `${origin}/snags/${snag.id}`,
      };
      const tell = page.getByRole("button", { name: t("progress.tell"), exact: true });
      const skip = page.getByRole("button", {
        name: t("coverage.checklist.skip_at", { name: "Lift lobby" }),
      });
      const middle = page.getByRole("button", { name: t("sheets.put_middle", { name: "Kitchen" }) });
      const addRooms = page.getByRole("button", { name: t("visits.add_rooms") });
      const notes = page.getByRole("region", { name: t("voice_notes.title") });
      const picker = page.locator("input[type=file][multiple]").first();

      // With a connection: what is needed on the walk is opened once.
      await page.goto(at.progress);
      await expect(tell).toBeVisible();
      await whenKept(page);
      for (const [address, part] of [
        [at.progress, tell],
        [at.photos, page.getByRole("button", { name: t("photos.add") }).first()],
        [at.coverage, skip],
        [at.sheet, middle],
        [at.visit, addRooms],
        [at.snag, notes],
      ] as const) {
        await page.goto(address);
        await expect(part).toBeVisible();
        // Seen data is stored after a moment.
        await page.waitForTimeout(3000);
      }
      await page.context().setOffline(true);
      await page.getByRole("button", { name: t("offline.continue") }).click();

      await notes.locator("input[type=file]").setInputFiles("test/media/voice.weba");
      await notes.getByRole("button", { name: t("voice_notes.send") }).click();
      await expect(page.getByText(here(1))).toBeVisible();
      await look("voice");

      await page.goto(at.progress);
      await tell.click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox", { name: t("progress.place") }).fill("Lobby");
      const figure = dialog.getByRole("textbox", { name: t("progress.percent_field") });
      await figure.fill("45");
      await figure.press("Tab");
      await dialog.getByRole("button", { name: t("progress.save"), exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(here(1))).toBeVisible();
      await look("progress");

      await page.goto(at.photos);
      await picker.setInputFiles({ name: "wall.jpg", mimeType: "image/jpeg", buffer: await photo() });
      await expect(page.getByText(here(1))).toBeVisible();
      await look("photos");

      await page.goto(at.coverage);
      await skip.click();
      await dialog.getByRole("textbox").fill("Scaffold in the way");
      await dialog.getByRole("button", { name: t("coverage.skip.confirm") }).click();
      await expect(kept).toBeVisible();
      await expect(skip).toHaveCount(0);
      await look("coverage");

      await page.goto(at.sheet);
      await middle.click();
      await expect(page.getByText(here(1))).toBeVisible();
      await expect(middle).toHaveCount(0);
      await look("sheet");

      await page.goto(at.visit);
      await addRooms.click();
      await dialog.locator("input[type=file]").first().setInputFiles("demo/2026-04-08/03-kitchen.jpg");
      await dialog.getByRole("button", { name: t("visits.upload_rooms_one", { count: 1 }) }).click();
      await expect(page.getByRole("region", { name: t("uploads.title") })).toBeVisible();
      await expect.poll(() => storedUploads(page)).toBe(2);
      // Left while it uploads: the page asks.
      page.once("dialog", (question) => void question.accept());
      await page.goto(`${origin}/waiting`);
      const rows = page.locator("main li");
      await expect(rows).toHaveCount(5);
      await expect(
        page.locator("main").getByText(t("uploads.progress", { done: 0, total: 1 })),
      ).toBeVisible();
      await look("waiting");
      expect(await barriersOn(page)).toEqual([]);

      await lock(page, t);

      // The desk records another percentage of the same area and day meanwhile.
      const body = { id_project: project.id, id_sheet: sheet, place: "Lobby", percent: 80 };
      const { on_date } = await client.call("POST /api/progress-entries", { body });
      await unlock(page, walker.username, t);
      await page.goto(`${origin}/waiting`);
      await expect(rows).toHaveCount(1);
      await page.getByRole("button", { name: t("offline.waiting.decide") }).click();
      const conflict = page.getByRole("dialog", { name: t("offline.waiting.conflict.title") });
      await expect(conflict.getByText("80%")).toBeVisible();
      await look("conflict");
      await conflict.getByRole("button", { name: t("offline.waiting.conflict.keep_yours") }).click();
      await expect(page.getByText(t("offline.waiting.none_title"))).toBeVisible();

      // The desk sees all of it, once.
      const params = { id: project.id };
      const entries = await client.call("GET /api/projects/{id}/progress/entries", { params });
      expect(entries.filter((one) => one.on_date === on_date)).toMatchObject([
        { place: "Lobby", percent: 45 },
      ]);
      const { items: log } = await client.call("GET /api/projects/{id}/activity", {
        params,
        query: { limit: 100 },
      });
      expect(log.map(({ action }) => action)).toEqual(
        expect.arrayContaining(["progress.not_applied", "progress.replaced"]),
      );
      const { items: photos } = await client.call("GET /api/projects/{id}/photos", { params });
      expect(photos).toMatchObject([{ file: "wall.jpg", taken_from: "device" }]);
      const evidence = await client.call("GET /api/evidence/photos/{id}", {
        params: { id: photos[0]?.id ?? 0 },
      });
      expect(evidence.files[0]?.device).not.toBeNull();
      const voice = await client.call("GET /api/annotations/{id}/voice-notes", { params: { id: snag.id } });
      expect(voice).toHaveLength(1);
      const { spots } = await client.call("GET /api/projects/{id}/coverage", { params });
      expect(spots[0]?.skip).toMatchObject({ reason: "Scaffold in the way" });
      const placed = await client.call("GET /api/maps/{id}/rooms", { params: { id: sheet } });
      expect(placed).toMatchObject([{ id_room, x: 0.5, y: 0.5 }]);
      await expect
        .poll(
          async () => (await client.call("GET /api/visits/{id}", { params: { id: visit.id } })).rooms.length,
        )
        .toBe(2);
      await page.context().close();
    },
  );
}
