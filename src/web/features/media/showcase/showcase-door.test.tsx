import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Showcase } from "#contract/showcase.ts";
import { ok, refuse } from "#test/web/api-server.ts";
import { recall, storageKeys } from "#web/lib/storage.ts";
import { type AtDoor, atDoor, type Door } from "#web/testing/at-door.tsx";
import { saying, says } from "#web/testing/say.ts";
import { ShowcaseDoor } from "./showcase-door.tsx";

const [text, arabic] = [says("en"), says("ar")];

const project: Showcase = {
  project_code: "open7courts",
  name: "Palm Court",
  description: "Twelve flats around a court.",
  status: "Under_Construction",
  location: "Corniche 4",
  latitude: 25.2,
  longitude: 55.3,
  year: 2025,
  num_buildings: 0,
  num_floors: 4,
  area: 1850,
  type: "Housing",
  categories: ["Concrete", "Facade"],
  cover: null,
  owner: { name: "Site Office", company: "Cedar Formwork", code: "owner4site", avatar: null },
  videos: [
    {
      code: "filmcode",
      title: "Crane ride",
      description: "",
      project: "Palm Court",
      video_date: "2026-03-01T08:00:00Z",
      duration: 41.6,
      is_protected: false,
      thumbnail: null,
    },
  ],
  visits: [
    {
      code: "roof7visit",
      name: "Roof",
      visit_date: "2026-02-10T08:00:00Z",
      room_count: 3,
      thumbnail: null,
      cover: null,
      cover_card: null,
    },
    {
      code: "frame7visit",
      name: "Frame",
      visit_date: "2026-01-10T08:00:00Z",
      room_count: 1,
      thumbnail: null,
      cover: null,
      cover_card: null,
    },
  ],
  updated_at: "2026-02-10T08:00:00Z",
};

let door: Door | undefined;
afterEach(async () => {
  await door?.close();
  door = undefined;
});

async function open(found: Showcase | null, options: AtDoor = {}): Promise<Door> {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  door = await atDoor("/showcase/open7courts", ShowcaseDoor, {
    ...options,
    answers: {
      "GET /api/showcase": () =>
        found === null ? refuse(403, "PROJECT_NOT_PUBLIC", "Project is not public") : ok(found),
      ...options.answers,
    },
  });
  return door;
}

describe("the showcase of a project", () => {
  it("shows the name, the facts that are set, and the owner", async () => {
    await open(project);
    expect(await screen.findByRole("heading", { level: 1, name: "Palm Court" })).toBeTruthy();
    const facts = screen
      .getAllByRole("term")
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      [text("showcase.facts.type"), "Housing"],
      [text("showcase.facts.year"), "2025"],
      [text("showcase.facts.area"), text("showcase.square_metres", { area: "1,850" })],
      [text("showcase.facts.floors"), "4"],
    ]);
    const categories = within(screen.getByRole("list", { name: text("showcase.categories") }));
    expect(categories.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(
      project.categories,
    );
    expect(screen.getByRole("link", { name: /Site Office/ }).getAttribute("href")).toBe("/user/owner4site");
    expect(document.body.textContent).not.toContain("@");
  });

  it("links to its visits, newest first, each with its date", async () => {
    await open(project);
    expect(await screen.findByRole("heading", { name: text("showcase.visits", { count: 2 }) })).toBeTruthy();
    const tiles = screen.getAllByRole("article");
    expect(tiles.map(({ textContent }) => textContent)).toEqual([
      `Roof10 February 2026 · ${text("showcase.rooms", { count: 3 })} · ${text("showcase.newest")}`,
      `Frame10 January 2026 · ${text("showcase.rooms", { count: 1 })}`,
      `Crane ride1 March 2026 · ${text("showcase.video_length", { seconds: 42 })}`,
    ]);
    expect(screen.getByRole("link", { name: "Roof" }).getAttribute("href")).toBe("/viewer/roof7visit");
  });

  it("links to its public videos, and marks one that needs a password", async () => {
    const [video] = project.videos;
    if (video === undefined) throw new Error("no video");
    await open({ ...project, videos: [video, { ...video, code: "gatecode", is_protected: true }] });
    expect(await screen.findByRole("heading", { name: text("showcase.videos", { count: 2 }) })).toBeTruthy();
    const links = screen.getAllByRole("link", { name: "Crane ride" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/video/filmcode", "/video/gatecode"]);
    expect(screen.getByText(saying("en")("showcase.video_protected"))).toBeTruthy();
  });

  it("reads in Arabic, with Arabic plurals and Western digits", async () => {
    await open(project, { language: "ar" });
    expect(
      await screen.findByRole("heading", { name: arabic("showcase.visits", { count: 2 }) }),
    ).toBeTruthy();
    expect(screen.getByText(arabic("showcase.square_metres", { area: "1,850" }))).toBeTruthy();
    expect(screen.getByText("قيد الإنشاء")).toBeTruthy();
  });

  it("says when there are no visits yet, and hides a location that is not set", async () => {
    await open({ ...project, visits: [], latitude: null, longitude: null, owner: null });
    expect(await screen.findByText(text("showcase.no_visits"))).toBeTruthy();
    expect(screen.queryByRole("heading", { name: text("showcase.place") })).toBeNull();
    expect(screen.queryByText(text("showcase.owner"))).toBeNull();
  });

  it("is shared by its link, a QR code, and the channels enabled in the settings", async () => {
    HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement) {
      this.open = true;
    };
    const { user } = await open(project, { settings: { share_providers: ["copy", "telegram"] } });
    await user.click(await screen.findByRole("button", { name: text("common.share") }));
    const dialog = within(
      await screen.findByRole("dialog", { name: text("showcase.share_title", { name: "Palm Court" }) }),
    );
    const url = `${location.origin}/showcase/open7courts`;
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: text("sharing.links.link") }).value).toBe(
      url,
    );
    expect(
      await dialog.findByRole("img", { name: text("sharing.links.qr", { name: "Palm Court" }) }),
    ).toBeTruthy();
    expect(
      dialog.getByRole("link", { name: text("sharing.links.providers.telegram") }).getAttribute("href"),
    ).toContain(encodeURIComponent(url));
    expect(dialog.queryByRole("link", { name: text("sharing.links.providers.whatsapp") })).toBeNull();
  });

  it("shows a plain message and a sign-in link when the project is not public", async () => {
    const { user } = await open(null);
    expect(await screen.findByRole("heading", { name: "Project is not public" })).toBeTruthy();
    const [, signIn] = screen.getAllByRole("link", { name: text("sharing.links.sign_in") });
    if (signIn === undefined) throw new Error("There is no way in beside the words.");
    await user.click(signIn);
    expect(recall(storageKeys.redirect)).toBe("/showcase/open7courts");
  });

  it("shows what failed and retries on a press", async () => {
    let isDown = true;
    const { user } = await open(project, {
      answers: { "GET /api/showcase": () => (isDown ? refuse(503, "UNAVAILABLE", "Not now") : ok(project)) },
    });
    const retry = await screen.findByRole("button", { name: text("common.retry") });
    isDown = false;
    await user.click(retry);
    expect(await screen.findByRole("heading", { name: "Palm Court" })).toBeTruthy();
  });
});
