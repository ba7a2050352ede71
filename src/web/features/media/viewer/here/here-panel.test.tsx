import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import { inTurns } from "#web/testing/in-turns.ts";
import { says } from "#web/testing/say.ts";
import { openViewer } from "../testing.ts";

let opened: Awaited<ReturnType<typeof openViewer>> | undefined;
afterEach(() => opened?.close());

describe.each(["en", "ar"] as const)("after a scanned label the viewer in %s", (language) => {
  const t = says(language);
  const it = inTurns(language);
  const open = async (id_project: number | null, can: Readonly<Record<string, boolean>> = {}) =>
    (opened = await openViewer(language, { visit: { id_project, can }, query: "?here=lab2345678" }));
  const name = t("spot_codes.here.title", { name: "Lobby" });

  it("says where the user stands, and offers what may be added there", async () => {
    await open(7, { edit: true, add_snag: true });
    const panel = within(await screen.findByRole("region", { name }));
    expect(panel.getByRole("button", { name: t("spot_codes.here.add_snag") })).toBeDefined();
    expect(panel.getByRole("button", { name: t("spot_codes.here.add_photo") })).toBeDefined();
    expect(panel.getByRole("link", { name: t("spot_codes.here.add_room") }).getAttribute("href")).toBe(
      "/q/lab2345678?add=360",
    );
  });

  it("offers a reader nothing to add", async () => {
    await open(7);
    const panel = within(await screen.findByRole("region", { name }));
    expect(panel.getAllByRole("button").map((button) => button.ariaLabel)).toEqual([
      t("spot_codes.here.close"),
    ]);
    expect(panel.queryByRole("link")).toBeNull();
  });

  it("stays closed after it was closed, and leaves the code out of the address", async () => {
    const { user } = await open(7, { edit: true });
    await user.click(await screen.findByRole("button", { name: t("spot_codes.here.close") }));
    expect(screen.queryByRole("region", { name })).toBeNull();
    expect(new URLSearchParams(location.search).get("here")).toBeNull();
  });

  it("says nothing in another room than that of the label", async () => {
    const { user } = await open(7, { edit: true });
    await screen.findByRole("region", { name });
    await user.click(screen.getByRole("button", { name: t("viewer.rooms.next") }));
    await waitFor(() => expect(screen.queryByRole("region", { name })).toBeNull());
  });

  it("says nothing to a guest", async () => {
    await open(null);
    await screen.findByRole("banner");
    expect(screen.queryByRole("region", { name })).toBeNull();
  });
});
