import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { PublicSettings } from "#contract/settings.ts";
import { session } from "#web/lib/session.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { publicSettings } from "#web/testing/open-screen.tsx";
import { aVisit } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { ShareDialog } from "./share-dialog.tsx";

const text = says("en");

afterEach(() => session.setSettings(null));

async function offered(share_providers: PublicSettings["share_providers"]) {
  session.setSettings({ ...publicSettings, share_providers });
  const { unmount } = await renderIn(
    "en",
    <ShareDialog visit={{ ...aVisit(), rooms: [] }} isOpen onClose={() => undefined} />,
  );
  const dialog = within(await screen.findByRole("dialog"));
  const names = [
    ...dialog.queryAllByRole("link").map(({ textContent }) => textContent),
    ...dialog
      .queryAllByRole("button", { name: text("sharing.links.copy") })
      .map(({ textContent }) => textContent),
  ];
  unmount();
  return names;
}

describe("the dialog to share a visit", () => {
  it("offers the channels of the settings, in their order, and nothing else", async () => {
    const [email, telegram] = [
      text("sharing.links.providers.email"),
      text("sharing.links.providers.telegram"),
    ];
    expect(await offered(["email"])).toEqual([email]);
    expect(await offered(["telegram", "copy", "email"])).toEqual([
      telegram,
      email,
      text("sharing.links.copy"),
    ]);
    expect(await offered([])).toEqual([]);
  });
});
