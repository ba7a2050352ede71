import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import type { SettingValues } from "#contract/settings.ts";
import { freePort } from "#test/chaos/server-process.ts";
import type { TestClient } from "#test/client.ts";
import { type OpenIdProvider, startOpenIdProvider } from "#test/openid-provider/index.ts";
import { smtpSettings, type TestSmtp, testSmtp } from "#test/smtp.ts";
import { test as base } from "./base-test.ts";
import { startDemo } from "./demo-server.ts";
import { adminClient } from "./people.ts";

/**
 * The product under its own name, with a mail server and the sign-in providers next to it: everything that signing in
 * needs.
 */
export interface DoorSite {
  /** The address as users open it: passkeys and providers know it by this name. */
  readonly origin: string;
  readonly mail: TestSmtp;
  readonly provider: OpenIdProvider;
  readonly admin: TestClient;
  set(settings: Partial<SettingValues>): Promise<void>;
}

export const test = base.extend<Record<never, never>, { site: DoorSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern there
    async ({}, use) => {
      const [mail, provider, port] = await Promise.all([testSmtp(), startOpenIdProvider(), freePort()]);
      const origin = `http://localhost:${port}`;
      const server = await startDemo({ PUBLIC_URL: origin, ...provider.environment }, port);
      const client = await adminClient(server.origin);
      const set = async (settings: object) => {
        await client.call("PUT /api/settings", { body: settings });
      };
      await set({ ...smtpSettings(mail), ...provider.settings, enable_registration: true });
      await client.call("POST /api/settings/test-mail", { body: { to: "test@example.org" } });
      await use({ origin, mail, provider, admin: client, set });
      await server.end();
      await Promise.all([mail.close(), provider.close()]);
    },
    { scope: "worker", timeout: 600_000 },
  ],
});

export interface Variant {
  readonly language: Language;
  readonly width: number;
  readonly height: number;
}

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/**
 * A desktop in the office and a phone on the site; with `EVERY_VARIANT=1` each in both languages, which takes twice as
 * long.
 */
export const variants: readonly Variant[] = [
  { language: "en", ...desk },
  { language: "ar", ...phone },
  ...(process.env["EVERY_VARIANT"] === "1"
    ? [
        { language: "ar" as const, ...desk },
        { language: "en" as const, ...phone },
      ]
    : []),
];

/** A new browser context, in the language and of the size. */
export async function freshBrowser(browser: Browser, variant: Variant): Promise<BrowserContext> {
  const { language, width, height } = variant;
  const isPhone = width < 768;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === "ar" ? "ar-AE" : "en-GB",
    hasTouch: isPhone,
    isMobile: isPhone,
    reducedMotion: "reduce",
  });
  await context.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);
  return context;
}

/** Stores a screenshot with the results of the run. */
export async function look(page: Page, name: string, { language, width }: Variant): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: test.info().outputPath(`${name}-${language}-${width}.png`) });
}
