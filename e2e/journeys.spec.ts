import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { panorama } from "#test/pictures.ts";
import { admin, expect, test } from "./server.ts";
import { SiteManager } from "./site-manager.ts";
import { words } from "./words.ts";

const t = words("en");

async function openDemo(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole("button", { name: t("auth.demo") }).click();
  await page.waitForURL("**/dashboard");
}

test("a visitor tries the demo, opens its newest visit and walks to the next room without an account", async ({
  page,
  server,
}) => {
  await openDemo(page, server.origin);
  await expect(page.getByText(t("shell.demo_banner"))).toBeVisible();
  await page.goto(`${server.origin}/projects`);
  await page
    .getByRole("link", { name: /Palm Court Villa/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /Palm Court Villa/ })).toBeVisible();

  const visits = await page.request.get(`${server.origin}/api/visits`);
  const { data } = (await visits.json()) as { data: { items: { code: string }[] } };
  await page.goto(`${server.origin}/viewer/${data.items[0]?.code}`);
  await expect(page.locator("[data-picture=sharp]")).toBeAttached();
  // Shortcuts work as soon as their buttons are there.
  await expect(page.getByRole("button", { name: t("viewer.rooms.next") })).toBeVisible();
  const first = page.url();
  await page.keyboard.press("]");
  await expect.poll(() => page.url()).not.toBe(first);
  await expect(page.locator("[data-picture=sharp]")).toBeAttached();
});

test("asks a guest to sign in for an inner page and returns them to it", async ({ page, server }) => {
  await page.goto(`${server.origin}/visits?search=walk`);
  await page.waitForURL("**/login**");
  await page.getByLabel(t("auth.name")).fill(admin.email);
  await page.getByRole("textbox", { name: t("auth.password") }).fill("not the password");
  await page.getByRole("button", { name: t("auth.submit"), exact: true }).click();
  await expect(page.getByText("The user name or the password is wrong.")).toBeVisible();
  await page.getByRole("textbox", { name: t("auth.password") }).fill(admin.password);
  await page.getByRole("button", { name: t("auth.submit"), exact: true }).click();
  await page.waitForURL("**/visits?search=walk");
});

test("explains which of a manager's dropped photos are rejected; the good ones become rooms in the selected order", async ({
  page,
  server,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-pictures-"));
  const file = async (name: string, bytes: Buffer | string) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return path;
  };
  try {
    const pictures = [
      await file("entrance.jpg", await panorama({ seed: 1 })),
      await file("stairs.jpg", await panorama({ seed: 2 })),
      await file("small.jpg", await panorama({ width: 2000, height: 1000 })),
      await file("flat.jpg", await panorama({ width: 3840, height: 2160 })),
      await file("notes.jpg", "not a picture"),
    ];
    const manager = new SiteManager(page, t);
    await manager.signIn(server.origin, admin);
    await manager.addProject("Quay 7");
    await page
      .getByRole("button", { name: t("shell.top_bar.create") })
      .first()
      .click();
    await page.getByRole("menuitem", { name: t("visits.new") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator('input[type="file"]').setInputFiles(pictures);
    await expect(
      dialog.getByText("Image resolution is too low. Minimum resolution required: 3840x1920"),
    ).toBeVisible();
    await expect(dialog.getByText("Selected file is not a 360° image with aspect ratio 2:1")).toBeVisible();
    await expect(dialog.getByText("Failed to load image for validation")).toBeVisible();
    await dialog.getByRole("button", { name: t("visits.add"), exact: true }).click();
    await expect(dialog.getByText("Name is required")).toBeVisible();
    await dialog.getByLabel(t("visits.name"), { exact: false }).first().fill("After the pour");
    await dialog.getByRole("combobox", { name: t("visits.project") }).click();
    await page.getByRole("option", { name: "Quay 7" }).click();
    await dialog.getByRole("button", { name: t("visits.add"), exact: true }).click();
    await expect(page.getByText(t("visits.added")).first()).toBeVisible();
    await page.waitForURL(/\/editvisit\/\d+/);
    const id = /editvisit\/(\d+)/.exec(page.url())?.[1];
    const reply = await page.request.get(`${server.origin}/api/visits/${id}`);
    const { data } = (await reply.json()) as { data: { rooms: { name: string }[] } };
    expect(data.rooms.map(({ name }) => name)).toEqual(["entrance", "stairs"]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("shows the sign-in page after signing out, and the back button reveals nothing", async ({
  page,
  server,
}) => {
  await openDemo(page, server.origin);
  await page.getByRole("button", { name: t("shell.user_menu.label") }).click();
  await page.getByRole("menuitem", { name: t("shell.user_menu.logout") }).click();
  await expect(page.getByText(t("shell.logout.title"))).toBeVisible();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("shell.logout.confirm") })
    .click();
  await page.waitForURL("**/login**");
  expect((await page.request.get(`${server.origin}/api/user`)).status()).toBe(401);
  await page.goBack();
  await page.waitForURL("**/login**");
});
