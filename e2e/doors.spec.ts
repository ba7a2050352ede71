import { type BrowserContext, expect, type Page } from "@playwright/test";
import { solvedCaptcha } from "#test/captcha.ts";
import { TestClient } from "#test/client.ts";
import { codeAt, wrongCode } from "#test/two-factor.ts";
import { barriersOn, smallTargetsOn } from "./barriers.ts";
import { type DoorSite, freshBrowser, look, test, type Variant, variants } from "./door-site.ts";
import { type Person, password } from "./people.ts";
import { admin } from "./server.ts";
import { byTurns } from "./variants.ts";
import { type Words, words } from "./words.ts";

// Signing out while the dashboard still loads: its last calls carry the token of the ended session.
// A link from an email is opened a second time.
test.use({
  expectedErrors: [
    /^(?:PUT|POST) 419 \S+\/api\/(?:dashboard\/seen|broadcasting\/auth)|^GET 422 \S+\/check-invitation-token/,
  ],
});

/** A user before sign-in, following the page by role and label. */
class Newcomer {
  readonly page: Page;
  readonly variant: Variant;
  readonly t: Words;
  readonly #origin: string;

  constructor(page: Page, variant: Variant, origin: string) {
    this.page = page;
    this.variant = variant;
    this.t = words(variant.language);
    this.#origin = origin;
  }

  open = (path: string) => this.page.goto(new URL(path, this.#origin).href);
  button = (key: string, values = {}) =>
    this.page.getByRole("button", { name: this.t(key, values), exact: true });
  link = (key: string) => this.page.getByRole("link", { name: this.t(key), exact: true });
  field = (key: string) => this.page.getByRole("textbox", { name: this.t(key) });
  look = (name: string) => look(this.page, name, this.variant);

  async signIn(name: string, secret: string): Promise<void> {
    await this.field("auth.name").fill(name);
    await this.field("auth.password").fill(secret);
    await this.button("auth.submit").click();
  }

  async isInside(path = "/dashboard"): Promise<void> {
    await this.page.waitForURL(`**${path}`);
    await expect(this.page.locator("main#content")).toBeVisible();
  }

  async hasNoBarriers(): Promise<void> {
    expect([...(await barriersOn(this.page)), ...(await smallTargetsOn(this.page))]).toEqual([]);
  }
}

const digits = (text: string, { language }: Variant) =>
  language === "ar" ? text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit))) : text;

/** The same account, called without a browser. */
async function callerOf(site: DoorSite, { username }: Person): Promise<TestClient> {
  const client = new TestClient(site.origin.replace("localhost", "127.0.0.1"));
  const captcha = await solvedCaptcha(client);
  await client.call("POST /api/login", { body: { username_l: username, password_l: password, captcha } });
  return client;
}

for (const [turn, variant] of variants.entries()) {
  const inTurn = byTurns(test, turn);
  const { language, width } = variant;
  const tag = `${language} ${width}`;
  const unique = `${language}${width}`;

  test.describe(`in ${tag}`, () => {
    let context: BrowserContext;
    let newcomer: Newcomer;
    let person: Person;
    /** Created by the signed-in admin: a separate sign-in would meet the puzzles that these tests trigger. */
    const account = async ({ admin }: DoorSite, purpose: string): Promise<Person> => {
      const [username, email] = [`${purpose}-${unique}`, `${purpose}-${unique}@example.org`];
      const names = { first_name: "Site", last_name: "Office" };
      const { user } = await admin.call("POST /api/users", { body: { username, email, password, ...names } });
      return { id: user.id, username, email };
    };

    test.beforeEach(async ({ browser, site }) => {
      site.provider.calm();
      context = await freshBrowser(browser, variant);
      newcomer = new Newcomer(await context.newPage(), variant, site.origin);
    });
    test.afterEach(() => context.close());

    const cookie = async () =>
      (await context.cookies()).find(({ name }) => name.endsWith("sitewalk_session"))?.expires ?? 0;

    inTurn()(
      "signs in by name and password, to the requested page and for the requested time",
      async ({ site }) => {
        person = await account(site, "password");
        await newcomer.open("/visits?search=slab");
        await newcomer.page.waitForURL("**/login**");
        await newcomer.look("login");
        await newcomer.hasNoBarriers();
        await newcomer.signIn(person.username, "not the password");
        await expect(newcomer.page.getByText(newcomer.t("errors.code.INVALID_CREDENTIALS"))).toBeVisible();
        await newcomer.look("login-refused");
        await newcomer.signIn(person.email, password);
        await newcomer.isInside("/visits?search=slab");
        expect(await cookie(), "ends with the browser").toBe(-1);

        await newcomer.open("/logout");
        await newcomer.page.waitForURL("**/login?logged_out=true");
        await expect(newcomer.page.getByText(newcomer.t("auth.logged_out"))).toBeVisible();
        await newcomer.page.getByText(newcomer.t("auth.remember")).click();
        await newcomer.signIn(person.username, password);
        await newcomer.isInside();
        const days = ((await cookie()) - Date.now() / 1000) / 86_400;
        expect(days).toBeGreaterThan(29);
        expect(days).toBeLessThanOrEqual(30);
        await newcomer.open("/login");
        await newcomer.isInside();
      },
    );

    inTurn()("opens the demo with one click", async () => {
      await newcomer.open("/login/");
      await newcomer.button("auth.demo").click();
      await newcomer.isInside();
      await expect(newcomer.page.getByText(newcomer.t("shell.demo_banner"))).toBeVisible();
    });

    inTurn()("registers, confirms the address by the link in an email, and signs in", async ({ site }) => {
      await site.set({ validate_email: true });
      await newcomer.open("/login");
      await newcomer.link("auth.to_register").click();
      await newcomer.page.waitForURL("**/register");
      await newcomer.look("register");
      await newcomer.hasNoBarriers();
      await newcomer.button("auth.register.submit").click();
      await expect(
        newcomer.page.getByText(
          newcomer.t("auth.field_required", { name: newcomer.t("auth.fields.first_name") }),
        ),
      ).toBeVisible();
      const email = `new-${unique}@example.org`;
      await newcomer.field("auth.fields.first_name").fill("Site");
      await newcomer.field("auth.fields.last_name").fill("Office");
      await newcomer.field("auth.username").fill(`new-${unique}`);
      await newcomer.field("auth.email").fill(email);
      await newcomer.field("auth.password").fill("password123");
      await newcomer.button("auth.register.submit").click();
      await expect(newcomer.page.getByText(newcomer.t("errors.code.PASSWORD_COMMON"))).toBeVisible();
      await newcomer.field("auth.password").fill(password);
      await newcomer.button("auth.register.submit").click();
      await expect(newcomer.page.getByText(newcomer.t("auth.register.mailed", { email }))).toBeVisible();
      await newcomer.look("register-mailed");

      const { link, mail } = await site.mail.next(email);
      expect(mail.html).toContain(language === "ar" ? 'dir="rtl"' : 'dir="ltr"');
      await newcomer.page.goto(link);
      await expect(newcomer.button("auth.activate.confirm_submit")).toBeVisible();
      expect(newcomer.page.url(), "no token stays in the address").toBe(`${site.origin}/activate`);
      await newcomer.look("activate");
      await newcomer.button("auth.activate.confirm_submit").click();
      await newcomer.isInside();
      await newcomer.page.goto(link);
      await expect(newcomer.page.getByText(newcomer.t("auth.activate.dead_title"))).toBeVisible();
      await newcomer.look("activate-dead");
    });

    inTurn()("resets a forgotten password by the link in an email", async ({ site }) => {
      person = await account(site, "forgetful");
      await newcomer.open("/login");
      await newcomer.link("auth.forgot").click();
      await newcomer.page.waitForURL("**/recover");
      await newcomer.look("recover");
      await newcomer.hasNoBarriers();
      await newcomer.field("auth.name").fill(person.username);
      await newcomer.button("auth.recover.submit").click();
      const sent = newcomer.t("auth.recover.sent", { name: person.username });
      await expect(newcomer.page.getByText(sent)).toBeVisible();
      await newcomer.look("recover-sent");

      const { link } = await site.mail.next(person.email);
      await newcomer.page.goto(link.replace("/recover", "/reset-password"));
      await newcomer.field("auth.new_password").fill("quite another walk");
      expect(newcomer.page.url()).toBe(`${site.origin}/recover`);
      await newcomer.look("recover-new");
      await newcomer.button("auth.recover.new_submit").click();
      await newcomer.page.waitForURL("**/login?password=changed");
      await expect(newcomer.page.getByText(newcomer.t("auth.password_changed"))).toBeVisible();
      await newcomer.signIn(person.username, "quite another walk");
      await newcomer.isInside();
      await newcomer.open("/logout");
      await newcomer.page.waitForURL("**/login**");
      await newcomer.page.goto(link);
      await expect(newcomer.page.getByText(newcomer.t("auth.recover.dead_title"))).toBeVisible();
      await newcomer.button("auth.recover.ask_again").click();
      await expect(newcomer.button("auth.recover.submit")).toBeVisible();
    });

    inTurn()("lets an invited user set name and password and signs them in", async ({ site }) => {
      const email = `invited-${unique}@example.org`;
      await site.admin.call("POST /api/users", { body: { email, language } });
      const { link } = await site.mail.next(email);
      await newcomer.page.goto(link);
      await expect(newcomer.page.getByText(newcomer.t("auth.activate.invited", { email }))).toBeVisible();
      await newcomer.hasNoBarriers();
      await newcomer.field("auth.fields.first_name").fill("Guest");
      await newcomer.field("auth.fields.last_name").fill("Owner");
      await newcomer.field("auth.username").fill(`invited-${unique}`);
      await newcomer.field("auth.password").fill(password);
      await newcomer.look("invitation");
      await newcomer.button("auth.activate.invited_submit").click();
      await newcomer.isInside();
    });

    inTurn()(
      "asks for a second factor, stays on wrong codes, and accepts a recovery code instead",
      async ({ site }) => {
        await site.set({ "2fa_enable": true });
        try {
          person = await account(site, "factor");
          const client = await callerOf(site, person);
          const { secret } = await client.call("POST /api/two-factor/setup", { body: { password } });
          const { recovery_codes } = await client.call("POST /api/two-factor/confirm", {
            body: { code: codeAt(secret, new Date()) },
          });
          await newcomer.open("/2fa");
          await newcomer.page.waitForURL("**/login");
          await newcomer.open("/projects");
          await newcomer.page.waitForURL("**/login**");
          await newcomer.signIn(person.username, password);
          await newcomer.page.waitForURL("**/2fa");
          await expect(newcomer.page.locator("[data-box]")).toHaveCount(6);
          await expect(newcomer.page.getByText(newcomer.t("auth.two_factor.hint"))).toBeVisible();
          expect((await newcomer.page.request.get(`${site.origin}/api/user`)).status()).toBe(401);
          await newcomer.hasNoBarriers();
          const code = newcomer.field("auth.two_factor.code");
          await code.pressSequentially(`${wrongCode(secret, new Date()).slice(0, 3)}x-`);
          await newcomer.look("2fa");
          await code.fill(digits(wrongCode(secret, new Date()), variant));
          await expect(newcomer.page.getByText(newcomer.t("errors.code.TWO_FACTOR_WRONG"))).toBeVisible();
          expect(new URL(newcomer.page.url()).pathname).toBe("/2fa");
          await newcomer.look("2fa-wrong");
          // The code used for the set-up is spent, so this takes the next one.
          const next = codeAt(secret, new Date(Date.now() + 30_000));
          await code.fill(digits(`${next.slice(0, 2)} ${next.slice(2, 4)}-${next.slice(4)}`, variant));
          await newcomer.isInside("/projects");

          await newcomer.open("/logout");
          await newcomer.page.waitForURL("**/login**");
          await newcomer.signIn(person.username, password);
          await newcomer.page.waitForURL("**/2fa");
          await newcomer.button("auth.two_factor.use_recovery").click();
          await newcomer.field("auth.two_factor.recovery_code").fill(recovery_codes[0] ?? "");
          await newcomer.look("2fa-recovery");
          await newcomer.button("auth.two_factor.submit").click();
          await newcomer.isInside();
        } finally {
          await site.set({ "2fa_enable": false });
        }
      },
    );

    inTurn()(
      "reminds a user without a second factor once a visit, and keeps the requested page",
      async ({ site }) => {
        await site.set({ "2fa_enable": true });
        try {
          person = await account(site, "reminded");
          await newcomer.open("/visits?search=roof");
          await newcomer.page.waitForURL("**/login**");
          await newcomer.signIn(person.username, password);
          await expect(newcomer.page.getByText(newcomer.t("auth.reminder.title"))).toBeVisible();
          await newcomer.look("2fa-reminder");
          await newcomer.hasNoBarriers();
          await newcomer.button("auth.reminder.skip").click();
          await newcomer.isInside("/visits?search=roof");
          await newcomer.open("/projects");
          await newcomer.isInside("/projects");
          await expect(newcomer.page.getByText(newcomer.t("auth.reminder.title"))).toHaveCount(0);
          await context.clearCookies({ name: "app-2fa-reminded" });
          await newcomer.open("/dashboard");
          await newcomer.button("auth.reminder.activate").click();
          await newcomer.page.waitForURL("**/editprofile?section=security");
        } finally {
          await site.set({ "2fa_enable": false });
        }
      },
    );

    inTurn()(
      "asks for the puzzle after three failures, and solves it without user interaction",
      async ({ site }) => {
        person = await account(site, "captcha");
        const sent: { captcha?: string }[] = [];
        newcomer.page.on("request", (request) => {
          if (request.url().endsWith("/api/login")) sent.push(request.postDataJSON() as { captcha?: string });
        });
        await newcomer.open("/login");
        const box = newcomer.page.getByRole("checkbox", { name: newcomer.t("auth.captcha.label") });
        await expect(box).not.toBeChecked();
        for (let time = 0; time < 3; time += 1) {
          await newcomer.signIn(person.username, `wrong ${time}`);
          await expect(newcomer.page.getByText(newcomer.t("errors.code.INVALID_CREDENTIALS"))).toBeVisible();
        }
        // A program that knows the password but does not solve puzzles is now refused.
        const bare = new TestClient(site.origin.replace("localhost", "127.0.0.1"));
        const body = { username_l: person.username, password_l: password };
        expect((await bare.refused("POST /api/login", { body })).code).toBe("CAPTCHA_REQUIRED");
        await newcomer.field("auth.password").fill(password);
        await expect(box).toBeChecked();
        await newcomer.look("login-captcha");
        await newcomer.button("auth.submit").click();
        await newcomer.isInside();
        expect(sent.at(-1)?.captcha).toBeTruthy();
      },
    );

    inTurn()(
      "creates an account from an external provider, asks for a password once, and signs in the next time",
      async ({ site }) => {
        site.provider.signInAs({ sub: `elsewhere-${unique}`, email: `elsewhere-${unique}@example.org` });
        await newcomer.open("/login");
        await newcomer.button("social.continue", { provider: newcomer.t("social.google") }).click();
        await newcomer.page.waitForURL("**/setup-password**");
        await expect(newcomer.button("auth.setup_password.later")).toBeVisible();
        await newcomer.look("setup-password");
        await newcomer.hasNoBarriers();
        await newcomer.field("auth.password").first().fill(password);
        await newcomer.field("auth.password_again").fill("something else");
        await newcomer.button("auth.setup_password.submit").click();
        await expect(newcomer.page.getByText(newcomer.t("auth.password_mismatch"))).toBeVisible();
        await newcomer.field("auth.password_again").fill(password);
        await newcomer.button("auth.setup_password.submit").click();
        await newcomer.isInside();
        await newcomer.open("/setup-password");
        await newcomer.isInside();
        await newcomer.open("/logout");
        await newcomer.page.waitForURL("**/login**");
        await newcomer.open("/visits?search=slab");
        await newcomer.page.waitForURL("**/login**");
        await newcomer.button("social.continue", { provider: newcomer.t("social.google") }).click();
        await newcomer.isInside("/visits?search=slab");
      },
    );

    inTurn()("explains a consent that was refused at the provider", async ({ site }) => {
      site.provider.turn({ isDenied: true });
      await newcomer.open("/login");
      await newcomer.button("social.continue", { provider: newcomer.t("social.facebook") }).click();
      await newcomer.page.waitForURL("**/login?social=denied**");
      await expect(newcomer.page.getByText(newcomer.t("social.refused.denied"))).toBeVisible();
      await newcomer.look("login-denied");
    });

    inTurn()(
      "signs up and in by the company's own provider, links and unlinks it, and explains when it is unavailable",
      async ({ site }) => {
        const { page, t } = newcomer;
        const own = newcomer.button("social.continue", { provider: "Site Office" });
        site.provider.turn({ consent: "ask" });
        site.provider.signInAs({ sub: `own-${unique}`, email: `own-${unique}@example.org` });
        await newcomer.open("/login");
        await expect(own).toBeInViewport({ ratio: 1 });
        const height = (await own.boundingBox())?.height ?? 0;
        expect(height).toBeGreaterThanOrEqual(44);
        await newcomer.look("login-own");
        await newcomer.hasNoBarriers();
        await own.click();
        await page.getByRole("button", { name: /^Continue as Site/ }).click();
        await page.waitForURL("**/setup-password**");
        await newcomer.button("auth.setup_password.later").click();
        await newcomer.isInside();
        await newcomer.open("/logout");
        await page.waitForURL("**/login**");
        await own.click();
        await page.getByRole("button", { name: /^Continue as Site/ }).click();
        await newcomer.isInside();

        await newcomer.open("/logout");
        await page.waitForURL("**/login**");
        person = await account(site, "linker");
        site.provider.signInAs({ sub: `linked-${unique}` });
        await newcomer.signIn(person.username, password);
        await newcomer.isInside();
        await newcomer.open("/editprofile?section=security");
        await newcomer.button("profile.security.link_named", { provider: "Site Office" }).click();
        const dialog = page.getByRole("alertdialog");
        await dialog.getByLabel(t("profile.security.current_password"), { exact: false }).fill(password);
        await dialog.getByRole("button", { name: t("profile.security.link"), exact: true }).click();
        await page.getByRole("button", { name: /^Continue as Site/ }).click();
        await expect(page.getByText(t("profile.security.social.linked"))).toBeVisible();
        await newcomer.look("profile-own");
        await newcomer.button("profile.security.unlink_named", { provider: "Site Office" }).click();
        await dialog.getByLabel(t("profile.security.current_password"), { exact: false }).fill(password);
        await dialog.getByRole("button", { name: t("profile.security.unlink"), exact: true }).click();
        await expect(
          newcomer.button("profile.security.link_named", { provider: "Site Office" }),
        ).toBeVisible();

        await newcomer.open("/logout");
        await page.waitForURL("**/login**");
        site.provider.turn({ isDown: "token" });
        await own.click();
        await page.getByRole("button", { name: /^Continue as Site/ }).click();
        await page.waitForURL("**/login?social=unreachable");
        await expect(page.getByText(t("social.refused.unreachable"))).toBeVisible();
        await newcomer.look("login-own-unreachable");
      },
    );

    inTurn()("sets up and tests the company's own provider, and explains a refusal", async ({ site }) => {
      const { page, t } = newcomer;
      const button = (key: string) => page.getByRole("button", { name: t(key), exact: true });
      await newcomer.open("/settings?group=social");
      await page.waitForURL("**/login**");
      await newcomer.signIn(admin.email, admin.password);
      await page.waitForURL("**/settings?group=social");
      const issuer = page.getByRole("textbox", { name: t("settings.labels.openid_issuer") });
      const tryIt = button("settings.test.button").last();
      try {
        await issuer.scrollIntoViewIfNeeded();
        await newcomer.look("settings-own");
        await tryIt.click();
        await expect(page.getByText(t("settings.probes.client_accepted"))).toBeVisible();
        await issuer.fill("http://id.example.org");
        const width = () => page.evaluate(() => document.documentElement.scrollWidth);
        expect(await width(), "nothing widens the page").toBe(variant.width);
        await button("common.save").click();
        await expect(page.getByText(t("settings.issuer_invalid"))).toBeVisible();
        await newcomer.look("settings-own-invalid");
        await newcomer.hasNoBarriers();
        await issuer.fill(`${site.provider.origin}/openid/`);
        await button("common.save").click();
        await expect(tryIt).toBeEnabled();
        await tryIt.click();
        const [beforeIssuer = ""] = t("settings.probes.other_issuer").split(/[“«]/);
        const refused = page.getByText(beforeIssuer.trim());
        await expect(refused).toBeVisible();
        await refused.scrollIntoViewIfNeeded();
        await newcomer.look("settings-own-wrong");
      } finally {
        await site.set({ openid_issuer: `${site.provider.origin}/openid` });
      }
    });

    inTurn()("signs in by a passkey without a name or a password", async ({ site }) => {
      person = await account(site, "passkey");
      const devices = await context.newCDPSession(newcomer.page);
      await devices.send("WebAuthn.enable");
      const { authenticatorId } = await devices.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          protocol: "ctap2",
          transport: "internal",
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          // No simulated touch until the button is pressed.
          automaticPresenceSimulation: false,
        },
      });
      const touch = (enabled: boolean) =>
        devices.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
      await newcomer.open("/login");
      await newcomer.signIn(person.username, password);
      await newcomer.isInside();
      await touch(true);
      await makePasskey(newcomer.page);
      await touch(false);
      await newcomer.open("/logout");
      await newcomer.page.waitForURL("**/login**");
      await touch(true);
      await newcomer.button("auth.passkey").click();
      await newcomer.isInside();
      const signedIn = async () => {
        const user = await newcomer.page.request.get(`${site.origin}/api/user`);
        return ((await user.json()) as { data?: { username: string } }).data?.username;
      };
      await expect.poll(signedIn).toBe(person.username);
    });
  });
}

/** Creates a passkey as the security page does, with the browser's own API. */
async function makePasskey(page: Page): Promise<void> {
  await page.evaluate(async (secret) => {
    const ask = async (path: string, body: unknown) => {
      const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? "";
      const headers = { "content-type": "application/json", "x-csrf-token": token };
      const reply = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      if (!reply.ok) throw new Error(await reply.text());
      return ((await reply.json()) as { data: PublicKeyCredentialCreationOptionsJSON }).data;
    };
    const options = await ask("/api/passkeys/options", { password: secret });
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    await ask("/api/passkeys", { name: "Test key", credential: credential.toJSON() });
  }, password);
}
