import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import type { ToolName } from "#contract/choices.ts";
import type { Language } from "#contract/languages.ts";
import type { Snag } from "#contract/snags.ts";
import { MondayService } from "#test/monday-service/index.ts";
import type { SeenCard, ToolService } from "#test/tool-service/tool-service.ts";
import { signedIn } from "./sign-in.ts";
import { type ToolSite, test } from "./tool-site.ts";
import { words } from "./words.ts";

interface Told {
  readonly tool: ToolName;
  readonly name: string;
  readonly language: Language;
  readonly width: number;
  /** By signing in at the tool, or with a pasted token. */
  readonly way: "sign_in" | "token";
}

/** Each tool once; both languages, both ways of connecting, wide and narrow. */
const journeys: readonly Told[] = [
  { tool: "trello", name: "Trello", language: "en", width: 1280, way: "sign_in" },
  { tool: "monday", name: "monday.com", language: "ar", width: 1280, way: "sign_in" },
  { tool: "clickup", name: "ClickUp", language: "en", width: 390, way: "token" },
];

const picture = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: "#c9d2d6" } })
    .jpeg()
    .toBuffer();

/** Finds a status of the board by its name there, case-insensitively. */
function named(statuses: readonly string[], word: RegExp): string {
  const found = statuses.find((status) => word.test(status));
  if (found === undefined) throw new Error(`No status like ${word} among ${statuses.join(", ")}.`);
  return found;
}

/** Connects the account, by the tool's own page or with its token. */
async function connect(page: Page, site: ToolSite, { tool, name, language, way }: Told): Promise<void> {
  const t = words(language);
  const service = site.tools[tool];
  const account = page.getByRole("region", { name: t("tools.account.title") });
  if (way === "sign_in") {
    await page.getByRole("button", { name: t("tools.connect.sign_in", { tool: name }) }).click();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL(`${site.origin}/${tool}`);
  } else {
    const byToken = page.getByRole("button", { name: t("tools.connect.use_token") });
    await byToken.click();
    if (service.token.key !== undefined)
      await page.getByRole("textbox", { name: t("tools.connect.key") }).fill(service.token.key);
    await page.getByLabel(t("tools.connect.token"), { exact: true }).fill(service.token.token);
    await page.getByRole("button", { name: t("tools.connect.submit"), exact: true }).click();
  }
  await expect(account.getByText(service.account.name)).toBeVisible();
}

/** Selects the first board for the project, and accepts the proposed statuses. */
async function map(page: Page, site: ToolSite, { tool, language }: Told): Promise<void> {
  const t = words(language);
  const [board] = site.tools[tool].boards;
  if (board === undefined) throw new Error("There is no board.");
  await page.getByRole("button", { name: t("tools.projects.add") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: new RegExp(`^${t("tools.mapping.project")}`) }).click();
  await page.getByRole("option", { name: site.project.name }).click();
  await dialog
    .getByRole("combobox", {
      name: new RegExp(`^${t(`tools.mapping.board.${tool}`)}`),
    })
    .click();
  await page
    .getByRole("option", { name: new RegExp(`^${board.name}`) })
    .first()
    .click();
  const open = t("tools.mapping.status_of", { status: t("snags.statuses.open") });
  await expect(dialog.getByRole("button", { name: new RegExp(open) })).toBeVisible();
  await dialog.getByRole("button", { name: t("tools.mapping.save"), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: new RegExp(board.name) })).toBeVisible();
}

/** Adds a photo to the snag, as a user on site does. */
async function photograph(page: Page, language: Language): Promise<void> {
  const t = words(language);
  const article = page.getByRole("article");
  await article
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "crack.jpg", mimeType: "image/jpeg", buffer: await picture() });
  const shown = t("snags.photos.delete_named", { n: 1, kind: t("snags.photos.before") });
  await expect(article.getByRole("button", { name: shown })).toBeVisible();
}

/** The field of a card that links to its snag: Monday has a column for it, the others the description. */
const linkOn = (service: ToolService, card: SeenCard) =>
  service instanceof MondayService
    ? JSON.stringify([...(service.store.items.get(card.id)?.values ?? [])])
    : card.description;

for (const [at, told] of journeys.entries()) {
  const { tool, name, language, width } = told;
  const t = words(language);

  test(`sends a snag to ${name} with its photo, syncs its status back, and reconnects after a revoked token (${language}, ${width})`, async ({
    browser,
    site,
  }) => {
    const service = site.tools[tool];
    const snag: Snag | undefined = site.snags[at];
    const [board] = service.boards;
    if (snag === undefined || board === undefined) throw new Error("There is no snag, or no board.");
    const page = await signedIn(browser, site.origin, {
      language,
      viewport: { width, height: 844 },
      reducedMotion: "reduce",
    });

    await page.goto(`${site.origin}/${tool}`);
    await connect(page, site, told);
    await map(page, site, told);

    await page.goto(`${site.origin}/snags/${snag.id}`);
    await photograph(page, language);
    const sent = page.locator("section", { has: page.locator("#snag-sent") });
    // By keyboard: pictures that load above meanwhile move the button away from under a mouse.
    await sent.getByRole("button", { name: t("tools.sent.send_to", { tool: name }) }).press("Enter");
    await expect(sent.getByText(t("tools.states.sent"))).toBeVisible();
    const card = service.cards().find(({ title }) => title.includes(snag.title));
    if (card === undefined) throw new Error("There is no card.");
    expect(linkOn(service, card)).toContain(`/snags/${snag.id}`);
    expect(card.files.length).toBeGreaterThan(0);
    const door = sent.getByRole("link", {
      name: new RegExp(t("tools.links.of_snag", { number: snag.number })),
    });
    await expect(door).toHaveAttribute("target", "_blank");
    await expect(door).toHaveAttribute("rel", /noopener/);

    // Another user moves the card there; it updates here by itself.
    const working = named(board.statuses, /doing|progress|working/i);
    const there = await page.context().newPage();
    await there.goto(service.page(board.id));
    await there.getByLabel(new RegExp(`Status of .*${snag.title}`)).selectOption(working);
    // Chromium forgets a pending close when the page is just navigating, and the closing test would wait forever.
    const saved = there.waitForEvent("load");
    await there.getByRole("button", { name: new RegExp(`Save .*${snag.title}`) }).click();
    await saved;
    await there.close();
    const step = page.getByRole("article").locator("[aria-current=step]");
    await expect(step).toContainText(t("snags.statuses.in_work"));
    await sent.getByRole("button", { name: t("tools.log.show") }).click();
    await expect(
      sent.getByText(new RegExp(`${t("tools.log.in.status", { tool: name, to: "" }).trim()}.*${working}`)),
    ).toBeVisible();

    // The token is revoked there: the next delivery waits, and no one is signed out.
    service.revokeAll();
    await page.getByRole("button", { name: t("snags.flow.next.ready") }).click();
    await expect(sent.getByText(t("tools.states.reauth"))).toBeVisible();
    await page.goto(`${site.origin}/${tool}`);
    await expect(page.getByText(t("tools.account.reauth_title", { tool: name }))).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`/${tool}`);
    await expect(page.getByRole("link", { name: snag.title })).toBeVisible();

    if (told.way === "sign_in") {
      // After reconnecting, waiting deliveries continue by themselves.
      await connect(page, site, told);
      const row = page.getByRole("listitem").filter({ hasText: snag.title });
      await expect(row.getByText(t("tools.states.sent"))).toBeVisible();
    }
    await page.getByRole("button", { name: t("tools.account.disconnect") }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("tools.account.disconnect") })
      .click();
    await expect(page.getByRole("heading", { name: t("tools.connect.title", { tool: name }) })).toBeVisible();
    await page.context().close();
  });
}

/** Combinations of the installation's switch and the account's switch. */
const ways = [
  [true, true],
  [false, true],
  [true, false],
  [false, false],
] as const;

test("shows a tool's page only to a signed-in user, and its entry only to a permitted one", async ({
  browser,
  site,
}) => {
  const t = words("en");
  const context = await browser.newContext();
  const guest = await context.newPage();
  for (const path of ["trello", "monday", "msproject", "clickup", "autodesk"]) {
    await guest.goto(`${site.origin}/${path}`);
    await guest.waitForURL(/\/login/);
  }
  await context.close();
  const page = await signedIn(browser, site.origin, {
    language: "en",
    viewport: { width: 1280, height: 844 },
  });
  const menu = page.getByRole("navigation", { name: t("shell.sidebar.label") });
  const { id } = await site.admin.call("GET /api/user");
  const switches = (at: number) =>
    Object.fromEntries(journeys.map(({ tool }, by) => [tool, ways[(at + by) % ways.length] ?? [true, true]]));
  // Each tool once in each of the four combinations of the two switches, and never the same as the others.
  for (const at of ways.keys()) {
    const stand = Object.entries(switches(at));
    const body = (which: 0 | 1) =>
      Object.fromEntries(stand.map(([tool, isOn]) => [`${tool}_enabled`, isOn[which]]));
    await site.admin.call("PUT /api/settings", { body: body(0) });
    await site.admin.call("PUT /api/users/{id}", { params: { id }, body: body(1) });
    for (const { tool, name } of journeys) {
      const [ofSite, ofPerson] = switches(at)[tool] ?? [true, true];
      await page.goto(`${site.origin}/${tool}`);
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
      const entry = menu.getByRole("link", { name, exact: true });
      if (ofSite && ofPerson) {
        await expect(menu.getByText(t("shell.sidebar.outside"))).toBeVisible();
        await expect(entry).toHaveAttribute("href", `/${tool}`);
      } else {
        await expect(page.getByText(t("tools.off.title", { tool: name }))).toBeVisible();
        await expect(page.getByText(t(ofSite ? "tools.off.person" : "tools.off.site"))).toBeVisible();
        await expect(entry).toHaveCount(0);
      }
    }
  }
  const on = Object.fromEntries(journeys.map(({ tool }) => [`${tool}_enabled`, true]));
  await site.admin.call("PUT /api/settings", { body: on });
  await site.admin.call("PUT /api/users/{id}", { params: { id }, body: on });
  await page.context().close();
});
