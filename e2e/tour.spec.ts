import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { type BrowserContext, expect, type Page, test as plain } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import type { TestClient } from "#test/client.ts";
import { adminClient, makePerson, password } from "./people.ts";
import { test } from "./server.ts";
import { SiteManager } from "./site-manager.ts";
import { clientOf } from "./tour-site.ts";
import { words } from "./words.ts";

const demo = join(import.meta.dirname, "../demo");
const locales = { en: "en-GB", ar: "ar-AE" } as const;
const photo = join(demo, "2026-04-08/07-bathroom.jpg");

/** Ten pictures of the demo house: eight rooms of one day and two of another. */
async function tenPictures(): Promise<string[]> {
  const of = async (date: string) =>
    (await readdir(join(demo, date))).toSorted().map((file) => join(demo, date, file));
  return [...(await of("2026-04-08")), ...(await of("2026-02-18")).slice(0, 2)];
}

/** Text of a PDF, page by page. */
async function textOf(file: Buffer): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(file);
  const pages = [...document.pages()].map((page) => page.getText());
  document.destroy();
  library.destroy();
  return pages;
}

/** From a press in the picture to a closed snag on paper, in one language. */
async function followSnag(
  context: BrowserContext,
  { origin, code, language, title, client }: Journey,
): Promise<string[]> {
  const t = words(language);
  const page = await context.newPage();
  await page.goto(`${origin}/viewer/${code}?lang=${language}`);
  await expect(page.locator("[data-picture=sharp]")).toBeAttached();
  await plain.step(`walks to the next room (${language})`, async () => {
    await page.getByRole("button", { name: t("viewer.rooms.next") }).click();
    await expect.poll(() => new URL(page.url()).pathname.split("/").length).toBe(4);
    await expect(page.locator("[data-picture=sharp]")).toBeAttached();
  });
  await plain.step(`pins a snag in the picture (${language})`, async () => {
    await page.getByRole("button", { name: t("viewer.edit.snag"), exact: true }).click();
    await expect(page.getByText(t("tour.pick.snag"))).toBeVisible();
    await page.mouse.click(760, 420);
    const form = page.getByRole("dialog");
    await form.getByLabel(t("snags.fields.title")).fill(title);
    await form.getByLabel(t("snags.fields.trade")).fill("Plaster");
    await form.getByRole("button", { name: t("snags.dialog.create") }).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  });
  const { items } = await client.call("GET /api/annotations", { query: { search: title } });
  const snag = items[0];
  if (snag === undefined) throw new Error("The snag is not in the list.");
  expect(snag).toMatchObject({ title, trade: "Plaster", status: "open" });
  await plain.step(`shows the work done, and closes it (${language})`, () =>
    closeSnag(page, { origin, id: snag.id, language }),
  );
  return plain.step(`takes the report (${language})`, () =>
    report(page, { origin, id_project: snag.id_project, language }),
  );
}

interface Journey {
  readonly origin: string;
  readonly code: string;
  readonly language: Language;
  readonly title: string;
  readonly client: TestClient;
}

async function closeSnag(
  page: Page,
  { origin, id, language }: { origin: string; id: number; language: Language },
): Promise<void> {
  const t = words(language);
  await page.goto(`${origin}/snags/${id}`);
  const flow = page.getByRole("region", { name: t("snags.flow.label") });
  /** The last of them is the button; the step in the workflow has the same name. */
  const go = async (status: "in_work" | "ready" | "closed") => {
    const kept = page.waitForResponse((reply) => reply.request().method() === "PUT" && reply.ok());
    await flow
      .getByRole("button", { name: t(`snags.flow.next.${status}`) })
      .last()
      .click();
    await kept;
    const here = flow.locator("[aria-current=step]");
    await expect(here).toHaveText(t(`snags.statuses.${status}`));
  };
  await go("in_work");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: t("snags.photos.upload.after") }).click();
  await (await chooser).setFiles(photo);
  const enlarge = t("snags.photos.enlarge", { n: 1, kind: t("snags.photos.after") });
  await expect(page.getByRole("button", { name: enlarge })).toBeVisible();
  await go("ready");
  await go("closed");
}

async function report(
  page: Page,
  { origin, id_project, language }: { origin: string; id_project: number; language: Language },
): Promise<string[]> {
  const t = words(language);
  await page.goto(`${origin}/snags?id_project=${id_project}`);
  await page.getByRole("button", { name: t("snags.export.title") }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: t("snags.export.pdf") }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  return textOf(await readFile(await download.path()));
}

test("ten pictures become a visit, in which a snag is pinned, resolved, closed and printed, in both languages", async ({
  browser,
  server: { origin },
}, info) => {
  const admin = await adminClient(origin);
  const person = await makePerson(origin, `walker-${Date.now()}`, "administrator");
  const client = await clientOf(origin, person.username);
  await client.call("POST /api/projects", { body: { name: "Corniche Villa" } });
  const at = (language: Language) => ({
    locale: locales[language],
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce" as const,
  });
  const context = await browser.newContext(at("en"));
  await context.addInitScript(() => localStorage.setItem("onboardingCompleted", "true"));
  const page = await context.newPage();
  const manager = new SiteManager(page, words("en"));
  await manager.signIn(origin, { email: person.email, password });
  await manager.addVisit("Corniche Villa", "Tenth walk", await tenPictures());
  const id = Number(/\/editvisit\/(\d+)/.exec(page.url())?.[1]);
  const visit = () => client.call("GET /api/visits/{id}", { params: { id } });
  await expect
    .poll(async () => (await visit()).rooms.filter(({ picture }) => picture.state === "ready").length, {
      timeout: 300_000,
    })
    .toBe(10);
  const { code } = await visit();

  const told = await followSnag(context, {
    origin,
    code,
    language: "en",
    title: "Corner bead is loose",
    client,
  });
  const english = told.join("\n");
  expect(english).toContain("Corniche Villa");
  expect(english).toContain("Corner bead is loose");
  expect(english).toContain(words("en")("snags.statuses.closed"));
  await page.screenshot({ path: info.outputPath("closed.png") });
  await context.close();

  const arabic = await browser.newContext(at("ar"));
  await arabic.addInitScript(() => {
    localStorage.setItem("onboardingCompleted", "true");
    localStorage.setItem("app-language", "ar");
  });
  const cookies = client.cookie().split("; ");
  await arabic.addCookies(
    cookies.map((cookie) => {
      const split = cookie.indexOf("=");
      return { name: cookie.slice(0, split), value: cookie.slice(split + 1), url: origin };
    }),
  );
  const pages = await followSnag(arabic, { origin, code, language: "ar", title: "زاوية غير مثبتة", client });
  // Both snags of the project, on pages that are not empty.
  expect(pages.length).toBeGreaterThanOrEqual(2);
  expect(pages.join("\n")).toContain("Corner bead is loose");
  const { counts } = await admin.call("GET /api/annotations", { query: { search: "زاوية" } });
  expect(counts).toMatchObject({ closed: 1 });
  await arabic.close();
});
