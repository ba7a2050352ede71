import { isSignedWith, startReceiver } from "#test/webhooks/receiver.ts";
import { adminClient } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `another system is notified of a snag within seconds, signed; a failed delivery is sent again (${language})`,
    async ({ browser, server }) => {
      const receiver = await startReceiver();
      const client = await adminClient(server.origin);
      await client.call("PUT /api/settings", { body: { webhook_networks: ["127.0.0.1"] } });
      const name = `Bridge ${language}`;
      const project = await client.call("POST /api/projects", { body: { name } });
      const sheet = await client.call("POST /api/maps", { body: { id_project: project.id, name: "Deck" } });
      const pin = (title: string) =>
        client.call("POST /api/maps/{id}/annotations", {
          params: { id: sheet.id },
          body: { title, x: 0.4, y: 0.4 },
        });
      const page = await signedIn(browser, server.origin, { language });

      await page.goto(`${server.origin}/developers/webhooks`);
      await page.getByRole("button", { name: t("webhooks.add") }).click();
      const adding = page.getByRole("dialog", { name: t("webhooks.new") });
      await adding.getByLabel(t("webhooks.url")).fill(receiver.url);
      await adding.getByRole("combobox", { name: t("webhooks.project") }).fill(name);
      await page.getByRole("option", { name }).click();
      await adding.getByRole("checkbox", { name: t("webhooks.events.snag_created") }).press("Space");
      await adding.getByRole("button", { name: t("webhooks.create") }).click();
      const told = page.getByRole("dialog", { name: t("webhooks.secret_title") });
      const secret = (await told.locator("code").textContent()) ?? "";
      await told.getByRole("button", { name: t("webhooks.secret_kept") }).click();

      await pin("Loose bolt");
      await expect.poll(() => receiver.received.length).toBe(1);
      const [first] = receiver.received;
      expect(first && isSignedWith(secret, first)).toBe(true);
      expect(JSON.parse(first?.body ?? "")).toMatchObject({
        type: "snag.created",
        data: { subject: { name: "Loose bolt" }, project: { id: project.id } },
      });

      receiver.state.answer = () => ({ status: 503, text: "closed for the night" });
      await pin("Missing rail");
      await expect.poll(() => receiver.received.length).toBe(2);
      await page.reload();
      await expect(page.getByText(t("webhooks.states.failing"))).toBeVisible();
      await page.getByRole("button", { name: t("webhooks.log") }).click();
      const log = page.getByRole("dialog");
      await log.getByText("503").click();
      await expect(log.getByText("closed for the night")).toBeVisible();
      receiver.state.answer = () => ({ status: 200 });
      await log
        .getByRole("button", { name: t("webhooks.again") })
        .first()
        .click();
      await expect(log.getByText(t("webhooks.delivery.delivered"))).toHaveCount(2);
      expect(receiver.received[2]?.headers["webhook-id"]).toBe(receiver.received[1]?.headers["webhook-id"]);
      await page.context().close();
      await receiver.close();
    },
  );
}
