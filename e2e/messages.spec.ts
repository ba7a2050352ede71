import type { Page } from "@playwright/test";
import { TestClient } from "#test/client.ts";
import { cutConnection } from "./page-errors.ts";
import { adminClient, makePerson, type Person, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

test.use({
  expectedErrors: [new RegExp(`^console: The requested resource was not found|${cutConnection.source}`)],
});

async function clientOf(origin: string, { username }: Person): Promise<TestClient> {
  const client = new TestClient(origin);
  await client.call("POST /api/login", { body: { username_l: username, password_l: password } });
  return client;
}

/** Users are distinguished by their first names. */
async function named(origin: string, username: string, first_name: string, role: "user" | "super_admin") {
  const person = await makePerson(origin, username, role);
  const admin = await adminClient(origin);
  await admin.call("PUT /api/users/{id}", { params: { id: person.id }, body: { first_name } });
  return { ...person, name: `${first_name} Office` };
}

const envelope = (page: Page) => page.getByRole("button").filter({ has: page.locator("svg.lucide-mail") });
const log = (page: Page) => page.getByRole("log");
const bubble = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text });

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `sends messages live between two users, and stores and clears them (${language})`,
    async ({ browser, server }) => {
      const { origin } = server;
      const ana = await named(origin, `ana-${language}`, "Ana", "user");
      const ben = await named(origin, `ben-${language}`, "Ben", "super_admin");
      const [her, his] = [
        await signedIn(browser, origin, { language, who: ana }),
        await signedIn(browser, origin, { language, who: ben }),
      ];
      await his.goto(`${origin}/dashboard`);

      await her.goto(`${origin}/inbox`);
      await her
        .getByRole("button", { name: t("messages.new") })
        .first()
        .click();
      const choice = her.getByRole("dialog", { name: t("messages.new_dialog.title") });
      await choice.getByRole("searchbox").fill("Ben");
      await choice.getByRole("option").filter({ hasText: ben.username }).click();
      const pen = her.getByRole("textbox", { name: t("messages.composer.label", { name: ben.name }) });
      await pen.fill("The crane is free at ten.");
      await her.reload();
      await expect(pen, "what was begun is there after a reload").toHaveValue("The crane is free at ten.");
      await pen.press("Enter");
      await expect(bubble(her, "The crane is free at ten.")).toBeVisible();
      await expect(pen).toHaveValue("");

      await expect(envelope(his).locator("xpath=..").getByText("1", { exact: true })).toBeVisible();
      await envelope(his).click();
      const panel = his.getByRole("dialog", { name: t("messages.title") });
      await panel.getByRole("link", { name: /The crane is free/ }).click();
      await his.waitForURL(/\/inbox\/\d+$/);
      await expect(bubble(his, "The crane is free at ten.")).toHaveAttribute("aria-current", "true");
      await expect(his.getByRole("button", { name: t("messages.button"), exact: true })).toBeVisible();
      await expect(bubble(her, "The crane").getByText(t("messages.message.read"))).toBeAttached();

      await his
        .getByRole("textbox", { name: t("messages.composer.label", { name: ana.name }) })
        .fill("Then we lift at ten.\nBring the slings.");
      await his.getByRole("button", { name: t("messages.composer.send"), exact: true }).click();
      await expect(bubble(her, "Bring the slings."), "it arrives while she looks").toBeVisible();
      await expect(
        her.getByRole("button", { name: t("messages.button"), exact: true }),
        "and is read at once",
      ).toBeVisible();

      const act = async (page: Page, text: string, entry: string) => {
        await bubble(page, text).hover();
        await bubble(page, text).getByRole("button").last().click();
        await page.getByRole("menuitem", { name: t(`messages.message.${entry}`), exact: true }).click();
      };
      await act(her, "Bring the slings.", "star");
      await expect(bubble(her, "Bring the slings.").getByText(t("messages.message.starred"))).toBeAttached();
      await expect(bubble(his, "Bring the slings.").getByText(t("messages.message.starred"))).toHaveCount(0);

      await act(her, "Bring the slings.", "delete");
      await expect(bubble(her, "Bring the slings.")).toHaveCount(0);
      await her.getByRole("button", { name: t("common.undo") }).click();
      await expect(bubble(her, "Bring the slings.")).toBeVisible();
      await act(her, "Bring the slings.", "delete");
      await expect(bubble(her, "Bring the slings.")).toHaveCount(0);
      await expect(bubble(his, "Bring the slings."), "the other side keeps it").toBeVisible();
      await her.getByRole("button", { name: t("messages.conversations.include_deleted") }).click();
      await expect(bubble(her, "Bring the slings.").getByText(t("messages.message.deleted"))).toBeVisible();
      await bubble(her, "Bring the slings.")
        .getByRole("button", { name: t("messages.message.restore") })
        .click();
      await expect(bubble(her, "Bring the slings.").getByText(t("messages.message.deleted"))).toHaveCount(0);

      await act(her, "Bring the slings.", "mark_unread");
      await expect(
        her.getByRole("button", { name: t("messages.button_unread_one", { count: 1 }) }),
      ).toBeVisible();
      await Promise.all([her.context().close(), his.context().close()]);
    },
  );

  inTurn()(
    `loses no message and no typed text in twenty seconds without a connection (${language})`,
    async ({ browser, server }) => {
      const { origin } = server;
      const ana = await named(origin, `eva-${language}`, "Eva", "user");
      const ben = await named(origin, `tom-${language}`, "Tom", "super_admin");
      const her = await signedIn(browser, origin, { language, who: ana });
      const him = await clientOf(origin, ben);
      const says = (content: string) =>
        him.call("POST /api/messages", { body: { recipient_id: ana.id, content } });
      await says("Before the tunnel");
      await her.goto(`${origin}/inbox?with=${ben.id}`);
      await expect(bubble(her, "Before the tunnel")).toBeVisible();
      await says("Heard live");
      await expect(bubble(her, "Heard live")).toBeVisible();

      await her.context().setOffline(true);
      const offline = her.getByRole("button", { name: t("offline.continue") });
      await says("Said in the tunnel");
      await says("And once more");
      await her.waitForTimeout(20_000);
      if (await offline.isVisible()) await offline.click();
      const pen = her.getByRole("textbox", { name: t("messages.composer.label", { name: ben.name }) });
      await pen.fill("Written in the tunnel");
      await pen.press("Enter");
      await expect(her.getByRole("alert").filter({ hasText: t("messages.composer.failed") })).toBeVisible();
      await expect(pen).toHaveValue("Written in the tunnel");

      await her.context().setOffline(false);
      await expect(bubble(her, "Said in the tunnel")).toBeVisible();
      await expect(bubble(her, "And once more")).toBeVisible();
      await her.getByRole("button", { name: t("messages.composer.retry") }).click();
      await expect(bubble(her, "Written in the tunnel")).toHaveCount(1);
      await expect(pen).toHaveValue("");
      const { message } = await him.call("GET /api/messages", { query: { with: ana.id } });
      const contents = (Array.isArray(message) ? message : message.data).map(({ content }) => content);
      expect(contents).toEqual([
        "Written in the tunnel",
        "And once more",
        "Said in the tunnel",
        "Heard live",
        "Before the tunnel",
      ]);
      await expect(log(her).getByRole("article")).toHaveCount(5);
      await her.context().close();
    },
  );
}

test("shows the list of conversations and one conversation as two steps on a phone, with a way back", async ({
  browser,
  server,
}) => {
  const { origin } = server;
  const ana = await named(origin, "ida", "Ida", "user");
  const ben = await named(origin, "max", "Max", "super_admin");
  const him = await clientOf(origin, ben);
  await him.call("POST /api/messages", { body: { recipient_id: ana.id, content: "Look at the roof." } });
  const page = await signedIn(browser, origin, {
    language: "en",
    who: ana,
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(`${origin}/inbox`);
  const row = page.getByRole("link", { name: /Look at the roof/ });
  await expect(log(page)).toHaveCount(0);
  await row.tap();
  await expect(bubble(page, "Look at the roof.")).toBeVisible();
  await expect(row).toHaveCount(0);
  const pen = page.getByRole("textbox", { name: "Message to Max Office" });
  await pen.fill("First line");
  await pen.press("Enter");
  await expect(pen, "under a finger Enter begins a line").toHaveValue("First line\n");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole("button", { name: "Back to the conversations" }).tap();
  await expect(row).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.context().close();
});

test("starts a message from a user's public page, if allowed", async ({ browser, server }) => {
  const { origin } = server;
  const ana = await named(origin, "rita", "Rita", "user");
  const ben = await named(origin, "carl", "Carl", "super_admin");
  const stranger = await named(origin, "hugo", "Hugo", "user");
  const codeOf = async (person: Person) =>
    (await (await clientOf(origin, person)).call("GET /api/user")).code;
  const [his, strangers] = [await codeOf(ben), await codeOf(stranger)];
  const page = await signedIn(browser, origin, { language: "en", who: ana });
  await page.goto(`${origin}/user/${strangers}`);
  await expect(page.getByRole("heading", { name: stranger.name })).toBeVisible();
  await expect(page.getByRole("link", { name: words("en")("messages.write_to") })).toHaveCount(0);
  await page.goto(`${origin}/user/${his}`);
  await page.getByRole("link", { name: words("en")("messages.write_to") }).click();
  await expect(page.getByRole("textbox", { name: `Message to ${ben.name}` })).toBeVisible();
  await page.goto(`${origin}/inbox?with=${stranger.id}`);
  await expect(page.getByText(words("en")("messages.thread.unknown_title"))).toBeVisible();
  await page.context().close();
});

test("does not open another user's message by its address, not even for a super admin", async ({
  browser,
  server,
}) => {
  const { origin } = server;
  const ana = await named(origin, "nora", "Nora", "user");
  const ben = await named(origin, "paul", "Paul", "super_admin");
  const eve = await named(origin, "vera", "Vera", "super_admin");
  const him = await clientOf(origin, ben);
  const { id } = await him.call("POST /api/messages", {
    body: { recipient_id: ana.id, content: "Between us" },
  });
  const page = await signedIn(browser, origin, { language: "en", who: eve });
  await page.goto(`${origin}/inbox/${id}`);
  await expect(page.getByText(words("en")("messages.thread.gone_title"))).toBeVisible();
  await expect(page.getByText("Between us")).toHaveCount(0);
  await page.context().close();
});
