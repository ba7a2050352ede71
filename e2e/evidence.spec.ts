import { demoProject, demoVisits } from "./demo.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { words } from "./words.ts";

const t = words("ar");

test("verifies that a room's photo is the original, prints its chain-of-custody report, and logs both (ar)", async ({
  browser,
  server,
}) => {
  const { client, project } = await demoProject(server.origin);
  const [visit] = await demoVisits(server.origin);
  if (visit === undefined) throw new Error("The demo has no visit.");
  const page = await signedIn(browser, server.origin, { language: "ar" });
  await page.goto(`${server.origin}/editvisit/${visit.id}`);
  await page
    .getByRole("button", { name: new RegExp(t("visits.evidence_of", { name: ".+" })) })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: t("evidence.title") });
  await dialog.getByRole("button", { name: t("evidence.check") }).click();
  await expect(dialog.getByText(t("evidence.same"))).toBeVisible();
  const download = page.waitForEvent("download");
  await dialog.getByRole("link", { name: t("evidence.sheet") }).click();
  const sheet = await (await download).createReadStream();
  const head = await sheet.iterator().next();
  expect(String(head.value).slice(0, 5)).toBe("%PDF-");
  const { items } = await client.call("GET /api/projects/{id}/activity", {
    params: { id: project.id },
    query: { part: "exported", kind: "room" },
  });
  expect(items[0]?.action).toBe("room.evidenced");

  await page.goto(`${server.origin}/activity?part=exported`);
  await page.getByRole("button", { name: t("audit.check") }).click();
  const check = page.getByRole("dialog", { name: t("audit.title") });
  await check.getByRole("button", { name: t("audit.check") }).click();
  await expect(check.getByText(t("audit.intact"), { exact: true })).toBeVisible();
});
