import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import sharp from "sharp";
import type { Language } from "#contract/languages.ts";
import { panorama } from "#test/pictures.ts";
import { barriersOn } from "./barriers.ts";
import { adminClient, makePerson, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { byTurns } from "./variants.ts";
import { type Words, words } from "./words.ts";

async function signIn(page: Page, origin: string, name: string, path: string): Promise<void> {
  await page.goto(`${origin}${path}`);
  await page.waitForURL("**/login**");
  await page.locator("input[name=username_l]").fill(name);
  await page.locator("input[name=password_l]").fill(password);
  await page.locator("input[name=password_l]").press("Enter");
}

const speak = (page: Page, language: Language) =>
  page.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `asks a user without a last name for it, and continues to the requested page afterwards (${language})`,
    async ({ page, server }) => {
      const username = `nameless-${language}`;
      const client = await adminClient(server.origin);
      await client.call("POST /api/users", {
        body: { username, email: `${username}@example.org`, password, first_name: "Site" },
      });
      await speak(page, language);
      await signIn(page, server.origin, username, "/visits?search=walk");
      await page.waitForURL("**/editprofile");
      await expect(page.getByText(t("profile.missing_title"))).toBeVisible();
      await page.goto(`${server.origin}/projects`);
      await page.waitForURL("**/editprofile");
      await page.getByRole("textbox", { name: t("profile.fields.last_name") }).fill("Office");
      await page.getByRole("button", { name: t("common.save"), exact: true }).click();
      await page.waitForURL("**/projects");
    },
  );
}

test("sets a cover and a profile picture, each cropped in the browser, and shows them to everyone on the user's page", async ({
  page,
  server,
  browser,
}) => {
  const t = words("en");
  const person = await makePerson(server.origin, "with-a-face");
  await signIn(page, server.origin, person.username, "/editprofile");
  await page.waitForURL("**/editprofile");
  const file = { name: "site.jpg", mimeType: "image/jpeg", buffer: await panorama({ seed: 4 }) };

  await page.getByRole("button", { name: t("profile.pictures.change_cover") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[type=file]").setInputFiles({
    name: "notes.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("not a picture"),
  });
  await expect(dialog.getByText("Could not load image")).toBeVisible();
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.getByRole("button", { name: t("profile.pictures.use") }).click();
  await expect(page.getByText(t("profile.pictures.cover_saved"))).toBeVisible();

  await page.getByRole("button", { name: t("profile.pictures.change_avatar") }).click();
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.getByRole("slider", { name: t("profile.pictures.zoom") }).press("End");
  await dialog.getByRole("button", { name: t("profile.pictures.use") }).click();
  await expect(page.getByText(t("profile.pictures.avatar_saved"))).toBeVisible();

  const reply = await page.request.get(`${server.origin}/api/user`);
  const { data } = (await reply.json()) as { data: { code: string; avatar: string; cover_image: string } };
  const shape = async (address: string) => {
    const picture = await page.request.get(new URL(address, server.origin).href);
    const { width, height } = await sharp(await picture.body()).metadata();
    return width / height;
  };
  expect(await shape(data.cover_image)).toBeCloseTo(3, 1);
  expect(await shape(data.avatar)).toBeCloseTo(1, 2);

  const guest = await browser.newPage();
  await guest.goto(`${server.origin}/user/${data.code}`);
  await expect(guest.getByRole("heading", { level: 1, name: "Site Office" })).toBeVisible();
  // The same picture at an address issued to a guest.
  const kept = data.cover_image.replace(/^\/media\/[^/]+/, "");
  await expect(guest.locator(`img[src$="${kept}"]`)).toBeVisible();
  await expect(guest.getByRole("navigation")).toHaveCount(0);
  await guest.close();
});

test("protects an account with an authenticator app, recovery codes and a named passkey", async ({
  page,
  server,
}) => {
  const t = words("en");
  // Passkeys are bound to a name; a numeric address has none.
  const site = server.origin.replace("127.0.0.1", "localhost");
  const client = await adminClient(server.origin);
  await client.call("PUT /api/settings", { body: { "2fa_enable": true } });
  try {
    const person = await makePerson(server.origin, "careful");
    await signIn(page, site, person.username, "/editprofile?section=security");
    await page.getByRole("button", { name: t("auth.reminder.skip") }).click();
    await turnOnTwoFactor(page, t);
    await addPasskey(page, t);
  } finally {
    await client.call("PUT /api/settings", { body: { "2fa_enable": false } });
  }
});

async function turnOnTwoFactor(page: Page, t: Words): Promise<void> {
  await page.getByRole("button", { name: t("profile.security.enable") }).click();
  await page.getByRole("textbox", { name: t("profile.security.current_password") }).fill(password);
  await page.getByRole("button", { name: t("common.next") }).click();
  await expect(page.getByRole("img", { name: t("profile.security.qr") })).toBeVisible();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await page.getByRole("textbox", { name: t("profile.security.code") }).fill(code);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("profile.security.enable") })
    .click();
  const codes = page.getByRole("list", { name: t("profile.security.codes_title") });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await page.getByText(t("profile.security.codes_kept")).click();
  await page.getByRole("button", { name: t("profile.security.codes_done") }).click();
  await expect(page.getByText(t("profile.security.codes_left_other", { count: 10 }))).toBeVisible();
}

async function addPasskey(page: Page, t: Words): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByRole("button", { name: t("profile.security.add_passkey") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: t("profile.security.passkey_name") }).fill("Site tablet");
  await dialog.getByRole("textbox", { name: t("profile.security.current_password") }).fill(password);
  await dialog.getByRole("button", { name: t("profile.security.make_passkey") }).click();
  await expect(page.getByText("Site tablet")).toBeVisible();
}

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  inTurn()(
    `keeps every part of the profile usable by screen reader and keyboard (${language})`,
    async ({ page, server }) => {
      const person = await makePerson(server.origin, `listener-${language}`);
      await speak(page, language);
      await signIn(page, server.origin, person.username, "/profile");
      for (const path of [
        "/profile",
        "/saved",
        "/editprofile",
        "/editprofile?section=security",
        "/editprofile?section=notifications",
        "/editprofile?section=inactivity",
        "/editprofile?section=preferences",
      ]) {
        await page.goto(`${server.origin}${path}`);
        await page.waitForLoadState("networkidle");
        expect(await barriersOn(page), path).toEqual([]);
      }
    },
  );
}
