import { readFile } from "node:fs/promises";
import { admin, expect, test } from "./server.ts";
import { words } from "./words.ts";

const t = words("ar");

// A failure whose reference is copied.
test.use({ expectedErrors: [/^GET 500 \S+\/api\/system\/overview/] });

test("shows the system status in Arabic, downloads the diagnosis, and quotes a failed call", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  await context.addInitScript(() => localStorage.setItem("app-language", "ar"));
  const page = await context.newPage();
  await page.goto(`${server.origin}/login`);
  await page.locator("input[name=username_l]").fill(admin.email);
  await page.locator("input[name=password_l]").fill(admin.password);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
  await page.getByRole("link", { name: t("shell.titles.system"), exact: true }).click();
  await page.waitForURL("**/system");
  await expect(page.getByText(t("system.processes.self"), { exact: true })).toBeVisible();
  // No backups are set up here, and this is reported first.
  await expect(page.getByText(t("system.findings.backup_none.title"))).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: t("system.diagnosis") }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(Object.keys(JSON.parse(text) as object)).toEqual(expect.arrayContaining(["process", "settings"]));
  expect(text).not.toContain(admin.email);

  await page.route("**/api/system/overview", (route) =>
    route.fulfill({ status: 500, headers: { "x-request-id": "k7q29xmb4tzp" }, json: { code: "SERVER" } }),
  );
  await page.reload();
  await page.getByRole("button", { name: t("errors.copy_reference") }).click();
  await expect(page.getByText(t("common.copied"))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("k7q29xmb4tzp");
  await context.close();
});
