import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { freePort, startServer, stopGently } from "#test/chaos/server-process.ts";
import { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";
import { accountScreens, openAccountSite } from "./account-screens.ts";
import { billingScreens, openBillingSite } from "./billing-screens.ts";
import { completeProfile } from "./complete-profile.ts";
import { documentPictures } from "./document-pictures.ts";
import { movingScreens, openMovingSite } from "./moving-screens.ts";
import { openOutsideSite, outsideScreens, startOutside } from "./outside-screens.ts";
import { cutConnection, PageErrors } from "./page-errors.ts";
import { openProjectSite, projectScreens } from "./project-screens.ts";
import { openShellSite, shellScreens } from "./shell-screens.ts";
import { tourScreens } from "./tour-screens.ts";
import { words } from "./words.ts";

/**
 * `npm run screens`: writes the screens of the product with its demo site, in both languages, wide and narrow, as WebP
 * under dist/screens, which Git ignores; Playwright empties test-results. With `--documents` those shown in documents
 * replace the ones in docs/screens. Needs a fresh build (`npm run build`) and a Chromium. Fails when a screen reports an
 * error in the console.
 */
const out = join(import.meta.dirname, "../dist/screens");
const forDocuments = join(import.meta.dirname, "../docs/screens");
const updatesDocuments = process.argv.includes("--documents");
const admin = { ADMIN_EMAIL: "owner@example.org", ADMIN_PASSWORD: "correct horse battery" };
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } } as const;
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => existsSync(path),
);

type Language = "en" | "ar";
type Size = keyof typeof sizes;

interface Variant {
  readonly language: Language;
  readonly size: Size;
  readonly theme: "light" | "dark";
}

const variants: readonly Variant[] = [
  { language: "en", size: "wide", theme: "light" },
  { language: "ar", size: "wide", theme: "light" },
  { language: "en", size: "narrow", theme: "dark" },
  { language: "ar", size: "narrow", theme: "light" },
];

async function openContext(browser: Browser, { language, size, theme }: Variant): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: sizes[size],
    hasTouch: size === "narrow",
    isMobile: size === "narrow",
    locale: language === "ar" ? "ar-AE" : "en-GB",
    reducedMotion: "reduce",
  });
  await context.addInitScript(
    ([lang, look]) => {
      localStorage.setItem("app-language", lang ?? "en");
      localStorage.setItem("app-theme", look ?? "light");
      document.cookie = `app-theme=${look}; path=/`;
      document.cookie = `app-language=${lang}; path=/`;
    },
    [language, theme],
  );
  return context;
}

async function shoot(page: Page, name: string, { language, size }: Variant): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(900);
  const png = await page.screenshot();
  const file = `${name}-${language}-${sizes[size].width}.webp`;
  await sharp(png).webp({ quality: 82 }).toFile(join(out, file));
  if (updatesDocuments && documentPictures.includes(file))
    await copyFile(join(out, file), join(forDocuments, file));
}

async function walk(browser: Browser, origin: string, variant: Variant): Promise<void> {
  const context = await openContext(browser, variant);
  const page = await context.newPage();
  // The theme's cookie exists from the second page on.
  await page.goto(`${origin}/login`);
  await page.goto(`${origin}/login`);
  await page.locator("input").first().waitFor();
  await shoot(page, "login", variant);
  await signIn(page);
  for (const [name, path] of await addresses(page)) {
    await page.goto(`${origin}${path}`);
    await page.waitForLoadState("networkidle");
    if (name === "viewer") await page.locator("[data-picture=sharp]").waitFor({ state: "attached" });
    await shoot(page, name, variant);
  }
  await evidence(page, origin, variant);
  await addVisit(page, origin, variant);
  await context.close();
}

async function signIn(page: Page): Promise<void> {
  await page.locator("input").nth(0).fill(admin.ADMIN_EMAIL);
  await page.locator("input[type=password]").fill(admin.ADMIN_PASSWORD);
  await page.locator("input[type=password]").press("Enter");
  await page.waitForURL("**/dashboard");
}

/** The pages of the demo site, by their screens' names. */
async function addresses(page: Page): Promise<[string, string][]> {
  const { data } = (await (await page.request.get(new URL("/api/visits", page.url()).href)).json()) as {
    data: { items: { id: number; code: string; id_project: number }[] };
  };
  const [visit] = data.items;
  return [
    ["dashboard", "/dashboard"],
    ["visits", "/visits"],
    ["visit", `/editvisit/${visit?.id}`],
    ["profile", "/profile"],
    ["edit-profile", "/editprofile"],
    ["security", "/editprofile?section=security"],
    ["viewer", `/viewer/${visit?.code}`],
  ];
}

/** The custody screens of a room's picture, after its stored bytes were verified. */
async function evidence(page: Page, origin: string, variant: Variant): Promise<void> {
  const t = words(variant.language);
  const [, path = ""] = (await addresses(page)).find(([name]) => name === "visit") ?? [];
  await page.goto(`${origin}${path}`);
  await page.waitForLoadState("networkidle");
  const name = new RegExp(t("visits.evidence_of", { name: ".+" }));
  if (variant.size === "narrow")
    await page
      .getByRole("button", { name: new RegExp(t("visits.actions_of", { name: ".+" })) })
      .first()
      .click();
  await page
    .getByRole(variant.size === "narrow" ? "menuitem" : "button", { name })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: t("evidence.title") });
  await dialog.getByRole("button", { name: t("evidence.check") }).click();
  await dialog.getByText(t("evidence.same")).waitFor();
  await shoot(page, "evidence", variant);
}

async function addVisit(page: Page, origin: string, variant: Variant): Promise<void> {
  await page.goto(`${origin}/visits`);
  await page.waitForLoadState("networkidle");
  const labels = variant.language === "ar" ? /إضافة زيارة|زيارة جديدة/ : /New Visit|Add Visit/;
  await page.getByRole("button", { name: labels }).first().click();
  const pictures = await Promise.all(
    [1, 2].map(async (seed) => ({
      name: `room-${seed}.jpg`,
      mimeType: "image/jpeg",
      buffer: await panorama({ seed }),
    })),
  );
  await page.getByRole("dialog").locator("input[type=file]").setInputFiles(pictures);
  await page.waitForTimeout(2500);
  await shoot(page, "add-visit", variant);
}

async function untilMade(page: Page, origin: string): Promise<void> {
  for (;;) {
    const reply = await page.request.get(`${origin}/api/visits?per_page=100`);
    const { data } = (await reply.json()) as { data: { items: { processing_count: number }[] } };
    if (data.items.every(({ processing_count }) => processing_count === 0)) return;
    await page.waitForTimeout(500);
  }
}

/** The demo site's screens. */
async function demoScreens(browser: Browser): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-screens-"));
  const server = await startServer(await freePort(), { ...admin, DATA_DIR: dataDir, DEMO: "on" });
  try {
    await completeProfile(server.origin, { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD });
    const page = await browser.newPage();
    await page.goto(`${server.origin}/login`);
    await signIn(page);
    await untilMade(page, server.origin);
    await page.close();
    for (const variant of variants) await walk(browser, server.origin, variant);
  } finally {
    await stopGently(server.child);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The account screens, from the sign-in pages to the settings. */
async function peopleScreens(browser: Browser): Promise<void> {
  const site = await openAccountSite();
  try {
    for (const variant of variants)
      await accountScreens(site, {
        language: variant.language,
        open: () => openContext(browser, variant),
        shoot: (page, name) => shoot(page, name, variant),
      });
  } finally {
    await site.close();
  }
}

/** The frame around every screen: the tour, bell, inbox, search, and the offline view. */
async function frameScreens(browser: Browser): Promise<void> {
  const site = await openShellSite();
  try {
    for (const variant of variants)
      await shellScreens(site, {
        language: variant.language,
        isNarrow: variant.size === "narrow",
        open: () => openContext(browser, variant),
        shoot: (page, name) => shoot(page, name, variant),
      });
  } finally {
    await site.close();
  }
}

/** Projects, their teams and their public pages. */
async function siteScreens(browser: Browser): Promise<void> {
  const site = await openProjectSite();
  try {
    const page = await browser.newPage();
    await page.goto(`${site.origin}/login`);
    await signIn(page);
    await untilMade(page, site.origin);
    await page.close();
    for (const variant of variants)
      await projectScreens(site, {
        language: variant.language,
        isNarrow: variant.size === "narrow",
        open: () => openContext(browser, variant),
        shoot: (page, name) => shoot(page, name, variant),
      });
  } finally {
    await site.close();
  }
}

/** The viewer and the snags, with everything the demo site has. */
async function walkScreens(browser: Browser): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-tour-"));
  const server = await startServer(await freePort(), { ...admin, DATA_DIR: dataDir, DEMO: "on" });
  try {
    const account = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
    await completeProfile(server.origin, account);
    const page = await browser.newPage();
    await page.goto(`${server.origin}/login`);
    await signIn(page);
    await untilMade(page, server.origin);
    await page.close();
    const client = new TestClient(server.origin);
    await client.call("POST /api/login", {
      body: { username_l: account.email, password_l: account.password },
    });
    for (const variant of variants)
      await tourScreens(
        { origin: server.origin, client, signIn },
        {
          language: variant.language,
          isNarrow: variant.size === "narrow",
          open: () => openContext(browser, variant),
          shoot: (shown, name) => shoot(shown, name, variant),
        },
      );
  } finally {
    await stopGently(server.child);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The demo site on a server of its own, for what is added to it. */
async function withDemo(
  mark: string,
  work: (origin: string, client: TestClient) => Promise<void>,
  environmentOf: (port: number) => Readonly<Record<string, string>> = () => ({}),
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), `sitewalk-${mark}-`));
  const port = await freePort();
  const server = await startServer(port, {
    ...admin,
    ...environmentOf(port),
    DATA_DIR: dataDir,
    DEMO: "on",
    LIVE_PORT: String(await freePort()),
  });
  try {
    const account = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
    await completeProfile(server.origin, account);
    const client = new TestClient(server.origin);
    await client.call("POST /api/login", {
      body: { username_l: account.email, password_l: account.password },
    });
    await work(server.origin, client);
  } finally {
    await stopGently(server.child);
    await rm(dataDir, { recursive: true, force: true });
  }
}

const studioOf = (browser: Browser, variant: Variant) => ({
  language: variant.language,
  isNarrow: variant.size === "narrow",
  open: () => openContext(browser, variant),
  shoot: (page: Page, name: string) => shoot(page, name, variant),
});

/** Videos, cameras and live channels. */
const movingPictures = (browser: Browser) =>
  withDemo("moving", async (origin, client) => {
    const site = await openMovingSite({ origin, client }, signIn);
    try {
      for (const variant of variants) await movingScreens(site, studioOf(browser, variant));
    } finally {
      await site.close();
    }
  });

/** Plans, invoices and progress. */
const billing = (browser: Browser) =>
  withDemo("billing", async (origin, client) => {
    const site = await openBillingSite({ origin, client }, signIn);
    for (const variant of variants) await billingScreens(site, studioOf(browser, variant));
  });

/** External services: boards, models, schedules, API programs. */
const outside = async (browser: Browser): Promise<void> => {
  const services = await startOutside();
  try {
    await withDemo(
      "outside",
      async (server, client) => {
        const origin = server.replace("127.0.0.1", "localhost");
        const page = await browser.newPage();
        await page.goto(`${origin}/login`);
        await signIn(page);
        await untilMade(page, origin);
        const password = admin.ADMIN_PASSWORD;
        const site = await openOutsideSite({ origin, client, password, outside: services, page }, signIn);
        await page.close();
        for (const variant of variants) await outsideScreens(site, studioOf(browser, variant));
      },
      (port) => ({ ...services.environment, PUBLIC_URL: `http://localhost:${port}` }),
    );
  } finally {
    await services.close();
  }
};

const parts: Readonly<Record<string, (browser: Browser) => Promise<void>>> = {
  demo: demoScreens,
  accounts: peopleScreens,
  shell: frameScreens,
  projects: siteScreens,
  tour: walkScreens,
  moving: movingPictures,
  billing,
  outside,
};
// All parts, or those named: `npm run screens -- accounts`.
const named = process.argv.slice(2).filter((argument) => argument !== "--documents");
const wanted = named.length > 0 ? named : Object.keys(parts);
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ["--enable-unsafe-swiftshader", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});
const errors = new PageErrors();
errors.watchAll(browser);
try {
  await mkdir(out, { recursive: true });
  for (const name of wanted) {
    await parts[name]?.(browser);
    for (const error of errors.take([cutConnection])) {
      process.stderr.write(`${name}: ${error}\n`);
      process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
}
