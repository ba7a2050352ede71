import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { freePort, startServer, stopGently } from "#test/chaos/server-process.ts";
import { TestClient } from "#test/client.ts";
import { startOpenIdProvider } from "#test/openid-provider/index.ts";
import { smtpSettings, testSmtp, tokenOf } from "#test/smtp.ts";
import { codeAt } from "#test/two-factor.ts";
import { completeProfile } from "./complete-profile.ts";
import { words } from "./words.ts";

const admin = { email: "owner@example.org", password: "correct horse battery" };
const password = "a long walk on site";

/** Provided by the screenshot run: a browser of the right size and language, and the camera. */
export interface Studio {
  readonly language: Language;
  open(): Promise<BrowserContext>;
  shoot(page: Page, name: string): Promise<void>;
}

/** Starts a server with email, providers and users, so that every account screen has something to show. */
export async function openAccountSite() {
  const dataDir = await makeDataFolder();
  const [mail, provider, port] = await Promise.all([testSmtp(), startOpenIdProvider(), freePort()]);
  const origin = `http://localhost:${port}`;
  const server = await startServer(port, {
    DATA_DIR: dataDir,
    NODE_NAME: "site-office",
    DEMO: "on",
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    PUBLIC_URL: origin,
    ...provider.environment,
  });
  await completeProfile(server.origin, admin);
  const client = new TestClient(server.origin);
  await client.call("POST /api/login", { body: { username_l: admin.email, password_l: admin.password } });
  await client.call("PUT /api/settings", {
    body: {
      ...smtpSettings(mail),
      ...provider.settings,
      enable_registration: true,
      "2fa_enable": true,
      terms_and_conditions: "Walk safely.",
      privacy_policy: "What is seen on site stays on site.",
    },
  });
  await client.call("POST /api/settings/test-mail", { body: { to: admin.email } });
  const secret = await makePeople(client, server.origin);
  return {
    origin,
    mail,
    provider,
    client,
    secret,
    async close() {
      await stopGently(server.child);
      await Promise.all([mail.close(), provider.close()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates a data folder with a plain name, which the system screen shows; another name while that one is in use. */
async function makeDataFolder(): Promise<string> {
  const plain = join(tmpdir(), "sitewalk");
  return mkdir(plain).then(
    () => plain,
    () => mkdtemp(`${plain}-`),
  );
}

export type AccountSite = Awaited<ReturnType<typeof openAccountSite>>;

/** Creates a site office's worth of accounts. Returns the secret of the one with a second factor. */
async function makePeople(client: TestClient, origin: string): Promise<string> {
  const add = async (username: string, first_name: string, last_name: string, more = {}) => {
    const email = `${username}@example.org`;
    const body = { username, email, password, first_name, last_name, ...more };
    return (await client.call("POST /api/users", { body })).user;
  };
  await add("planning", "Planning", "Office", { role: "administrator" });
  await add("survey", "Survey", "Team");
  const locked = await add("former", "Former", "Contractor");
  await client.call("PUT /api/users/{id}", { params: { id: locked.id }, body: { locked: true } });
  await client.call("POST /api/users", {
    body: { email: "electrical@example.org", first_name: "Electrical" },
  });
  const guard = await add("inspector", "Site", "Inspection");
  const own = new TestClient(origin);
  await own.call("POST /api/login", { body: { username_l: guard.username, password_l: password } });
  const { secret } = await own.call("POST /api/two-factor/setup", { body: { password } });
  await own.call("POST /api/two-factor/confirm", { body: { code: codeAt(secret, new Date()) } });
  return secret;
}

/** The sign-in pages first, as a guest and as each kind of newcomer; then the screens behind them, as the super admin. */
export async function accountScreens(site: AccountSite, studio: Studio): Promise<void> {
  await doors(site, studio);
  await invitation(site, studio);
  await socialAccount(site, studio);
  await rooms(site, studio);
}

async function withPage(studio: Studio, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await studio.open();
  const page = await context.newPage();
  await work(page);
  await context.close();
}

const see = async (page: Page, address: string) => {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
};

async function signIn(page: Page, origin: string, name: string, secret: string): Promise<void> {
  await see(page, `${origin}/login`);
  await page.locator("input[name=username_l]").fill(name);
  await page.locator("input[name=password_l]").fill(secret);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL((url) => url.pathname !== "/login");
  await page.waitForLoadState("networkidle");
}

async function doors({ origin }: AccountSite, studio: Studio): Promise<void> {
  await withPage(studio, async (page) => {
    for (const [name, path] of [
      ["door", "/login"],
      ["register", "/register"],
      ["recover", "/recover"],
      ["activate-paste", "/activate"],
      ["terms", "/terms"],
    ] as const) {
      await see(page, `${origin}${path}`);
      await studio.shoot(page, name);
    }
  });
  await withPage(studio, async (page) => {
    await signIn(page, origin, "inspector", password);
    await studio.shoot(page, "second-factor");
  });
  await withPage(studio, async (page) => {
    await signIn(page, origin, "survey", password);
    await page.getByText(words(studio.language)("auth.reminder.title")).waitFor();
    await studio.shoot(page, "reminder");
  });
}

async function invitation({ origin, client, mail }: AccountSite, studio: Studio): Promise<void> {
  const email = `invited-${studio.language}-${Date.now()}@example.org`;
  await client.call("POST /api/users", { body: { email, first_name: "Site", language: studio.language } });
  const invited = await mail.next(email);
  await withPage(studio, async (page) => {
    await see(page, `${origin}/activate/${tokenOf(invited.link)}`);
    await studio.shoot(page, "invitation");
  });
  await withPage(studio, async (page) => {
    await page.setContent(invited.mail.html ?? "");
    await studio.shoot(page, "mail");
  });
}

async function socialAccount({ origin, provider }: AccountSite, studio: Studio): Promise<void> {
  provider.signInAs({ email: `new-${studio.language}-${Date.now()}@example.org` });
  const t = words(studio.language);
  await withPage(studio, async (page) => {
    await see(page, `${origin}/login`);
    await page
      .getByRole("button", { name: t("social.continue", { provider: t("social.google") }), exact: true })
      .click();
    await page.waitForURL("**/setup-password**");
    await page.waitForLoadState("networkidle");
    await studio.shoot(page, "setup-password");
  });
}

async function rooms({ origin, client }: AccountSite, studio: Studio): Promise<void> {
  const t = words(studio.language);
  const { items } = await client.call("GET /api/users", { query: { search: "planning" } });
  const me = await client.call("GET /api/user");
  await withPage(studio, async (page) => {
    await signIn(page, origin, admin.email, admin.password);
    await page.getByRole("button", { name: t("auth.reminder.skip") }).click();
    await page.waitForURL("**/dashboard");
    for (const [name, path] of [
      ["profile", "/profile"],
      ["edit-profile", "/editprofile"],
      ["security", "/editprofile?section=security"],
      ["own-sessions", "/editprofile?section=sessions"],
      ["saved", "/saved"],
      ["public-profile", `/user/${me.code}`],
      ["users", "/users"],
      ["system", "/system"],
      ["edit-user", `/edituser/${items[0]?.id}`],
      ["sessions", "/sessions"],
      ["settings", "/settings"],
      ["settings-mail", "/settings?group=mail"],
    ] as const) {
      await see(page, "about:blank");
      await see(page, `${origin}${path}`);
      await studio.shoot(page, name);
    }
  });
}
