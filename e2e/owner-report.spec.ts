import { smtpSettings, type TestSmtp, testSmtp } from "#test/smtp.ts";
import { barriersOn } from "./barriers.ts";
import { reportWasOn } from "./move-time.ts";
import { adminClient } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

let mail: TestSmtp;
test.beforeAll(async ({ server }) => {
  mail = await testSmtp();
  const client = await adminClient(server.origin);
  await client.call("PUT /api/settings", { body: smtpSettings(mail) });
});
test.afterAll(() => mail.close());

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `is set up by the owner, sent when it is due, and read by a person without an account, who asks a question (${language})`,
    async ({ browser, server }) => {
      const { origin } = server;
      const client = await adminClient(origin);
      const project = await client.call("POST /api/projects", { body: { name: `Harbour wall ${language}` } });
      const address = `client-${language}@example.org`;
      const page = await signedIn(browser, origin, { language });
      await page.goto(`${origin}/owner-report/${project.id}`);
      await page.getByRole("button", { name: t("owner_reports.screen.edit") }).click();
      const form = page.getByRole("dialog");
      await form.getByRole("button", { name: t("owner_reports.screen.form.add_person") }).click();
      await form
        .getByRole("textbox", { name: t("owner_reports.screen.form.email") })
        .last()
        .fill(address);
      await form
        .getByRole("textbox", { name: t("owner_reports.screen.form.name") })
        .last()
        .fill("Client");
      await page.screenshot({ path: test.info().outputPath(`settings-${language}.png`), fullPage: true });
      expect(await barriersOn(page)).toEqual([]);
      await form.getByRole("button", { name: t("owner_reports.screen.save") }).click();
      await expect(form).toBeHidden();
      await expect(page.getByText(address)).toBeVisible();

      await reportWasOn(server, project.id, 15);
      const sent = await mail.next(address, { within: 90_000 });
      const code = /\/report\/(\w+)/.exec(sent.mail.text ?? "")?.[1] ?? "";
      expect(sent.mail.headers.some(({ key }) => key === "list-unsubscribe")).toBe(true);

      const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
      await guest.goto(`${origin}/report/${code}`);
      await expect(guest.locator("html")).toHaveAttribute("lang", language);
      await expect(guest.getByRole("heading", { level: 1 })).toContainText(t("owner_reports.title"));
      expect(await barriersOn(guest)).toEqual([]);
      await guest.screenshot({ path: test.info().outputPath(`page-${language}.png`), fullPage: true });
      const question = `When is the stair finished? ${language}`;
      await guest.getByRole("textbox", { name: t("owner_reports.page.question") }).fill(question);
      await guest.getByRole("button", { name: t("owner_reports.page.send") }).click();
      await expect(guest.getByText(t("owner_reports.page.sent"))).toBeVisible();

      await expect
        .poll(async () => {
          const { items } = await client.call("GET /api/messages/conversations", {});
          return items.map(({ last }) => last.content).join(" ");
        })
        .toContain(question);
      // The view is counted once the page was visible for three seconds.
      await expect
        .poll(async () => {
          const { items } = await client.call("GET /api/projects/{id}/owner-report/runs", {
            params: { id: project.id },
          });
          const copies = items.flatMap(({ deliveries }) => deliveries ?? []);
          return copies.find(({ email }) => email === address)?.views;
        })
        .toBeGreaterThan(0);

      await page.reload();
      await page
        .getByRole("listitem")
        .filter({ hasText: "Client" })
        .getByRole("button", { name: t("owner_reports.screen.revoke") })
        .first()
        .click();
      await page.screenshot({ path: test.info().outputPath(`reports-${language}.png`), fullPage: true });
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: t("owner_reports.screen.revoke") })
        .click();
      await expect(page.getByText(t("owner_reports.screen.link_revoked")).first()).toBeVisible();
      await guest.goto(`${origin}/report/${code}`);
      await expect(guest.getByRole("heading", { level: 1 })).toHaveText(
        t("owner_reports.page.missing_title"),
      );
      await page.context().close();
      await guest.context().close();
    },
  );
}
