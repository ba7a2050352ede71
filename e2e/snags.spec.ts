import type { Page } from "@playwright/test";
import sharp from "sharp";
import type { Language } from "#contract/languages.ts";
import { TestClient } from "#test/client.ts";
import { demoProject } from "./demo.ts";
import { makePerson, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

const seen = (width: number) => ({ viewport: { width, height: 844 }, reducedMotion: "reduce" }) as const;

/** The demo's project, and a trade member who has joined it. */
async function site(origin: string, language: Language) {
  const { client, project } = await demoProject(origin);
  const trade = await makePerson(origin, `tiler-${language}`);
  const params = { id: trade.id };
  await client.call("PUT /api/users/{id}", { params, body: { first_name: `Tiler ${language}` } });
  const body = { id_project: project.id, email: trade.email, role: "trade" as const };
  const { invitation } = await client.call("POST /api/team-members/invite-team-member", { body });
  const own = new TestClient(origin);
  await own.call("POST /api/login", { body: { username_l: trade.username, password_l: password } });
  await own.call("PUT /api/users/invitations/accept/{id}", { params: { id: invitation?.id ?? 0 } });
  return { client, project, trade: { ...trade, name: `Tiler ${language} Office` } };
}

const repair = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: "#c9d2d6" } })
    .jpeg()
    .toBuffer();

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn, 1);
  const t = words(language);
  const column = (page: Page, status: string) => page.locator(`section[data-status=${status}]`);

  inTurn()(
    `a snag is pinned on the floor plan, answered by its trade with a photo, and closed from the board (${language})`,
    async ({ browser, server }) => {
      const { client, project, trade } = await site(server.origin, language);
      const title = `Loose tile at the threshold ${language}`;
      const [editor, tiler] = [
        await signedIn(browser, server.origin, { language, ...seen(1440) }),
        await signedIn(browser, server.origin, { language, who: trade, ...seen(390) }),
      ];

      await editor.goto(`${server.origin}/snags?view=plan&id_project=${project.id}`);
      const plan = editor.locator("[data-plan]");
      const drawing = plan.locator("img").first();
      await expect
        .poll(() => drawing.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
        .toBe(true);
      // Its size is final once it is still.
      await plan.click({ trial: true });
      const box = await plan.boundingBox();
      if (box === null) throw new Error("The plan has no place on the screen.");
      // Free of snags, including those of the run in the other language.
      const place = { x: language === "en" ? 0.62 : 0.5, y: 0.12 };
      await plan.click({ position: { x: box.width * place.x, y: box.height * place.y } });
      const dialog = editor.getByRole("dialog", { name: t("snags.dialog.title") });
      await dialog.getByRole("textbox", { name: t("snags.fields.title") }).fill(title);
      await dialog.getByRole("button", { name: t("snags.fields.assignee") }).click();
      await editor.getByRole("option", { name: trade.name }).click();
      await dialog.getByRole("button", { name: t("snags.dialog.create") }).click();
      await expect(dialog).toBeHidden();
      await expect(plan.getByRole("button", { name: new RegExp(title) })).toBeVisible();
      const { items } = await client.call("GET /api/annotations", { query: { search: title } });
      const [snag] = items;
      expect(snag).toMatchObject({ status: "open", assignee: { id_user: trade.id } });
      expect(snag?.x).toBeCloseTo(place.x, 1);
      expect(snag?.y).toBeCloseTo(place.y, 1);

      // The assignee sees it and nothing else, and answers on a phone.
      await tiler.goto(`${server.origin}/snags?view=list`);
      await expect(tiler.getByRole("checkbox")).toHaveCount(1);
      await tiler.getByRole("link", { name: title }).click();
      const sheet = tiler.getByRole("article");
      await expect(sheet.getByText(t("snags.detail.answer_only"))).toBeVisible();
      await sheet.getByRole("button", { name: t("snags.flow.next.in_work") }).click();
      await expect(sheet.getByRole("button", { name: t("snags.flow.next.ready") })).toBeVisible();
      await sheet
        .locator("input[type=file]")
        .nth(1)
        .setInputFiles({ name: "repair.jpg", mimeType: "image/jpeg", buffer: await repair() });
      await expect(
        sheet.getByRole("button", {
          name: t("snags.photos.delete_named", { n: 1, kind: t("snags.photos.after") }),
        }),
      ).toBeVisible();
      await sheet.getByRole("textbox", { name: t("snags.comments.field") }).fill("Bedded anew.");
      await sheet.getByRole("button", { name: t("snags.comments.send") }).click();
      await expect(sheet.getByText("Bedded anew.")).toBeVisible();
      await sheet
        .getByRole("button", { name: t("snags.flow.next.ready") })
        .first()
        .click();

      // It appears for the editor without a reload; they drag it into the last column.
      await editor.goto(`${server.origin}/snags?view=board&id_project=${project.id}`);
      const card = column(editor, "ready").getByRole("listitem").filter({ hasText: title });
      await expect(card).toBeVisible();
      const [from, to] = [await card.boundingBox(), await column(editor, "closed").boundingBox()];
      if (from === null || to === null) throw new Error("The board is not on the screen.");
      // By its lower edge: its menu is in either upper corner, depending on the language.
      const grip = { x: from.x + from.width / 2, y: from.y + from.height - 8 };
      await editor.mouse.move(grip.x, grip.y);
      await editor.mouse.down();
      await editor.mouse.move(grip.x + 30, grip.y + 20, { steps: 4 });
      await editor.mouse.move(to.x + to.width / 2, to.y + 60, { steps: 8 });
      await editor.mouse.up();
      await expect(column(editor, "closed").getByRole("listitem").filter({ hasText: title })).toBeVisible();
      await expect(editor).toHaveURL(/\/snags\?/);
      await expect(async () => {
        const now = await client.call("GET /api/annotations/{id}", { params: { id: snag?.id ?? 0 } });
        expect(now).toMatchObject({ status: "closed", photos: [{ kind: "after" }], comment_count: 1 });
      }).toPass();
      // The assignee sees it closed on the open page, and has no further action.
      await expect(sheet.locator("[aria-current=step]")).toContainText(t("snags.statuses.closed"));
      await expect(sheet.getByRole("button", { name: t("snags.flow.next.ready") })).toHaveCount(0);

      await sheet.getByRole("button", { name: t("snags.history.show") }).click();
      const told = t("snags.history.from_to", {
        name: snag?.author?.name ?? "",
        field: t("snags.fields.status"),
        from: t("snags.statuses.ready"),
        to: t("snags.statuses.closed"),
      });
      await expect(sheet.getByText(told)).toBeVisible();
      await Promise.all([editor.context().close(), tiler.context().close()]);
    },
  );
}
