import { makePerson, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `creates a token, calls the API with it, shows its last use and revokes it (${language})`,
    async ({ browser, server }) => {
      const { origin } = server;
      const person = await makePerson(origin, `developer-${language}`, "administrator");
      const page = await signedIn(browser, origin, { language, who: person });
      const program = (token: string, path: string, init: RequestInit = {}) =>
        fetch(`${origin}${path}`, {
          ...init,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        });

      await page.goto(`${origin}/developers`);
      await page.getByRole("button", { name: t("api_access.tokens.new") }).click();
      const form = page.getByRole("dialog", { name: t("api_access.make.title") });
      await form.getByRole("textbox", { name: t("api_access.make.name") }).fill("Weekly report");
      await form
        .getByRole("radiogroup", { name: t("api_access.areas.projects") })
        .getByRole("radio", { name: t("api_access.make.level.write") })
        .press("Space");
      await form.locator("input[autocomplete=current-password]").fill(password);
      await form.getByRole("button", { name: t("api_access.make.do") }).click();

      // Shown once, and valid from this moment.
      const told = page.getByRole("dialog", { name: t("api_access.told.title") });
      const token = (await told.getByLabel(t("api_access.told.token"), { exact: true }).textContent()) ?? "";
      expect(token).toMatch(/^swk_/);
      const name = `By a program, ${language}`;
      const made = await program(token, "/api/projects", {
        method: "POST",
        body: JSON.stringify({ name, latitude: 24.7, longitude: 46.7 }),
      });
      expect(made.status).toBe(201);
      const refused = await program(token, "/api/annotations");
      expect(await refused.json()).toMatchObject({ code: "TOKEN_SCOPE", values: { scope: "snags:read" } });
      await told.getByRole("button", { name: t("api_access.told.kept") }).click();
      await expect(page.getByText(token)).toHaveCount(0);

      // Every user sees what the program did, and the token shows when.
      await page.goto(`${origin}/projects`);
      await expect(page.getByText(name).first()).toBeVisible();
      await page.goto(`${origin}/developers`);
      const list = page.getByRole("list", { name: t("api_access.tokens.list") });
      await expect(list.getByText(/127\.0\.0\.1/)).toBeVisible();
      await expect(list.getByText(token.slice(0, 8))).toBeVisible();

      await list
        .getByRole("button", { name: t("api_access.tokens.revoke", { name: "Weekly report" }) })
        .click();
      const question = page.getByRole("alertdialog");
      await question.getByRole("button", { name: t("api_access.tokens.revoke_do") }).click();
      await expect(page.getByText(t("api_access.tokens.none_title"))).toBeVisible();
      const after = await program(token, "/api/projects");
      expect([after.status, ((await after.json()) as { code: string }).code]).toEqual([401, "TOKEN_INVALID"]);
      await page.context().close();
    },
  );

  inTurn()(
    `finds a call in the reference and returns to it by its address (${language})`,
    async ({ browser, server }) => {
      const page = await signedIn(browser, server.origin, { language });
      await page.goto(`${server.origin}/developers/reference`);
      await page.getByRole("searchbox", { name: t("api_access.reference.search") }).fill("snag comment post");
      await page.getByRole("link", { name: /annotations\/\{id\}\/comments/ }).click();
      await page.waitForURL(/\/developers\/reference\/post_api_annotations_id_comments$/);
      const body = page.getByRole("table", { name: t("api_access.reference.body") });
      await expect(body.getByText("text", { exact: true })).toBeVisible();
      await page.reload();
      await expect(page.getByText("snags:write")).toBeVisible();
      await expect(
        page.getByLabel(t("api_access.reference.example")).getByText(/curl -X POST/),
      ).toBeVisible();
      await page.context().close();
    },
  );
}
