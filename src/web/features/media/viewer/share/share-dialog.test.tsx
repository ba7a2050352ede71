import { act, screen, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Share } from "#contract/access-logs.ts";
import { ok } from "#test/web/api-server.ts";
import { addShareTexts, addSharingTexts } from "#web/shell/sharing/share-texts.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openViewer } from "../testing.ts";
import { wordsIn } from "../texts.ts";

const [en, ar] = await Promise.all([wordsIn("en"), wordsIn("ar")]);
await Promise.all((["en", "ar"] as const).flatMap((one) => [addShareTexts(one), addSharingTexts(one)]));
const texts = { en: en.translate, ar: ar.translate };

let opened: Awaited<ReturnType<typeof openViewer>> | undefined;
afterEach(() => opened?.close());

const fresh: Share = { access: "link", has_password: false, expires_at: null, history: false, views: 3 };

describe.each(["en", "ar"] as const)("sharing from the viewer in %s", (language) => {
  const t = texts[language];
  const it = inTurns(language);
  const open = async (
    ...how: Parameters<typeof openViewer> extends [unknown, ...infer Rest] ? Rest : never
  ) => {
    opened = await openViewer(language, ...how);
    await opened.user.keyboard("s");
    const dialog = within(await screen.findByRole("dialog", { name: t("viewer.share.title") }));
    return {
      ...opened,
      dialog,
      link: dialog.getByRole<HTMLInputElement>("textbox", { name: t("sharing.links.link") }),
    };
  };

  it("shares the exact view or only the room, by the channels of the settings", async () => {
    const { user, dialog, link, panorama } = await open({ providers: ["telegram", "copy"] });
    expect(document.activeElement).toBe(link);
    expect(link.value).toContain("/viewer/abcd2345ef/1?yaw=0&pitch=0&fov=60");
    act(() => panorama.turn({ yaw: 90 }));
    const way = dialog.getByRole("link", { name: t("sharing.links.providers.telegram") });
    expect(new URL(way.getAttribute("href") ?? "").searchParams.get("url")).toBe(link.value);
    await user.click(dialog.getByRole("checkbox", { name: t("viewer.share.exact") }));
    expect(link.value).toMatch(/\/viewer\/abcd2345ef\/1$/);
    await user.click(dialog.getByRole("checkbox", { name: t("viewer.share.exact") }));
    expect(link.value).toContain("yaw=90");
    expect(dialog.queryByText(t("sharing.settings.title"))).toBeNull();
  });

  it("offers embed code in the selected size", async () => {
    const { user, dialog } = await open({ providers: ["copy"] });
    await user.click(dialog.getByText(t("sharing.links.embed")));
    const code = await dialog.findByRole<HTMLInputElement>("textbox", {
      name: t("sharing.links.embed_code"),
    });
    expect(code.value).toContain('width="800" height="450"');
    await user.click(dialog.getByRole("radio", { name: t("sharing.links.size_wide") }));
    expect(code.value).toContain('width="100%" height="600"');
  });

  it("lets permitted users set who can open the link, and revoke it", async () => {
    let share = fresh;
    const { user, dialog, api } = await open({
      visit: { id_visit: 7, can: { share: true } },
      answers: {
        "GET /api/visits/7/share": () => ok(share),
        "PUT /api/visits/7/share": ({ body }) => {
          share = body["undo"] === undefined ? { ...share, access: "members" } : fresh;
          return ok({ ...share, undo: "sealed" });
        },
      },
    });
    expect(dialog.getByText(t("sharing.link.opens_link"))).toBeDefined();
    await user.click(dialog.getByText(t("sharing.settings.title")));
    await user.click(await dialog.findByRole("radio", { name: t("sharing.settings.access_members") }));
    await user.click(dialog.getByRole("button", { name: t("sharing.settings.save") }));
    expect(await dialog.findByText(t("sharing.link.opens_members"))).toBeDefined();
    await user.click(dialog.getByRole("button", { name: t("sharing.settings.undo") }));
    expect(await dialog.findByText(t("sharing.settings.undone"))).toBeDefined();
    expect(dialog.getByText(t("sharing.link.opens_link"))).toBeDefined();
    expect(api.calls("PUT /api/visits/7/share").map(({ body }) => body)).toEqual([
      { access: "members" },
      { undo: "sealed" },
    ]);
  });
});
