import { QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ProjectPoint, ProjectStatus } from "#contract/projects.ts";
import { type Answers, ApiServer, ok, refuse } from "#test/web/api-server.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { publicSettings } from "#web/testing/open-screen.tsx";
import { say, saying } from "#web/testing/say.ts";
import { indexPoints } from "#web/ui/map/clusters.ts";
import { type LeafletMap, leafletPart } from "#web/ui/map/map-part.ts";
import { allProjects } from "../list-state.ts";
import { ProjectMap } from "./project-map.tsx";

let map: LeafletMap;
let api: ApiServer;
const keepMap = (made: LeafletMap) => {
  map = made;
};
const ask = globalThis.fetch;

beforeAll(async () => {
  const leaflet = await leafletPart.load();
  leaflet.LeafletMap.addInitHook(function keep(this: LeafletMap) {
    keepMap(this);
  });
  Element.prototype.scrollIntoView = () => undefined;
  // jsdom has no layout.
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { configurable: true, get: () => 1000 },
    clientHeight: { configurable: true, get: () => 600 },
  });
});
afterEach(async () => {
  globalThis.fetch = ask;
  queryClient.clear();
  await api.stop();
});

const point = (id: number, latitude: number, longitude: number, more: Partial<ProjectPoint> = {}) => ({
  id,
  id_project: id,
  name: `Project ${id}`,
  status: "Design" as const,
  location: "",
  latitude,
  longitude,
  thumbnail: null,
  last_visit_date: null,
  ...more,
});

async function open(
  points: ProjectPoint[],
  more: object = {},
  language: "en" | "ar" = "en",
  answers?: Answers,
) {
  session.setSettings({ ...publicSettings, basemap_url: "", satellite_url: "" });
  api = await ApiServer.start({
    "GET /api/projects/map": () => ok({ points, left_out: 0, without_place: 0, ...more }),
    ...answers,
  });
  globalThis.fetch = (input, init) =>
    ask(typeof input === "string" ? new URL(input, api.origin) : input, init);
  const screen = (search: string) => (
    <QueryClientProvider client={queryClient}>
      <ProjectMap filter={{ ...allProjects, search }} />
    </QueryClientProvider>
  );
  return renderIn(language, screen(""));
}
const pinOf = (name: string, status: ProjectStatus) => `${name}, ${say(`projects.statuses.${status}`)}`;
const button = (name: string | RegExp) => screen.findByRole("button", { name });

const riyadh = point(1, 24.7136, 46.6753, {
  status: "On_Hold",
  location: "Olaya Street",
  last_visit_date: new Date(Date.now() - 3 * 86_400_000).toISOString(),
});
const jeddah = point(2, 21.4858, 39.1925);

describe("the map of projects", () => {
  it("shows each at its location, with name and status, all of them in view", async () => {
    await open([riyadh, jeddah]);
    await button(pinOf("Project 1", "On_Hold"));
    await button(pinOf("Project 2", "Design"));
    const bounds = map.getBounds();
    for (const { latitude, longitude } of [riyadh, jeddah])
      expect(bounds.contains([latitude, longitude])).toBe(true);
    expect(screen.getByText(say("map.projects.placed", { count: 2 }))).toBeTruthy();
  });

  it("opens a card by keyboard, which Escape closes with the focus back on the pin", async () => {
    await open([riyadh, jeddah]);
    const pin = await button(pinOf("Project 1", "On_Hold"));
    pin.focus();
    await userEvent.keyboard("{Enter}");
    const card = await screen.findByRole("region", { name: "Project 1" });
    expect(within(card).getByText(say("projects.statuses.On_Hold"))).toBeTruthy();
    expect(within(card).getByText("Olaya Street")).toBeTruthy();
    expect(within(card).getByText(/3 days ago/)).toBeTruthy();
    expect(
      within(card)
        .getByRole("link", { name: say("map.projects.open") })
        .getAttribute("href"),
    ).toBe("/project/1");
    expect(card.contains(document.activeElement)).toBe(true);
    expect(pin.getAttribute("aria-pressed")).toBe("true");
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: "Project 1" })).toBeNull();
    expect(document.activeElement).toBe(pin);
  });

  it("clusters near ones; a click zooms in until they are separate", async () => {
    await open([riyadh, point(3, 24.72, 46.68), jeddah]);
    const ring = await button(say("map.projects.cluster", { count: 2 }));
    act(() => ring.click());
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: say("map.projects.cluster", { count: 2 }) })).toBeNull(),
    );
    await button(pinOf("Project 3", "Design"));
  });

  it("lists those at the same location", async () => {
    await open([riyadh, point(4, riyadh.latitude, riyadh.longitude)]);
    await button(say("map.projects.cluster", { count: 2 }));
    act(() => void map.setZoom(map.getMaxZoom(), { animate: false }));
    const ring = await button(say("map.projects.cluster", { count: 2 }));
    act(() => ring.click());
    const card = await screen.findByRole("region", { name: say("map.projects.here", { count: 2 }) });
    expect(
      within(card)
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual(["Project 1", "Project 4"]);
  });

  it("says how many have no location and how many were left out, and draws nothing at 0, 0", async () => {
    await open([riyadh, point(5, 0, 0)], { without_place: 3, left_out: 7 });
    expect(await screen.findByText(say("map.projects.without_place", { count: 3 }))).toBeTruthy();
    expect(screen.getByText(saying("en")("map.projects.left_out", { count: 7 }))).toBeTruthy();
    expect(screen.getByText(say("map.projects.placed", { count: 1 }))).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Project 5/ })).toBeNull();
  });

  it("explains what to do where none has a location, in Arabic with the right plural", async () => {
    await open([], { without_place: 2 }, "ar");
    expect(await screen.findByText(say("map.projects.empty"))).toBeTruthy();
    expect(screen.getByText(say("map.projects.empty_text", { count: 2 }))).toBeTruthy();
  });

  it("says that it failed to load, and retries", async () => {
    let isDown = true;
    await open([], {}, "en", {
      "GET /api/projects/map": () =>
        isDown ? refuse(403, "FORBIDDEN", "No") : ok({ points: [riyadh], left_out: 0, without_place: 0 }),
    });
    await screen.findByRole("alert");
    isDown = false;
    await userEvent.click(await button(say("common.retry")));
    await button(pinOf("Project 1", "On_Hold"));
  });

  it("restores its last view", async () => {
    const { unmount } = await open([riyadh, jeddah]);
    await button(pinOf("Project 1", "On_Hold"));
    act(() => void map.setView([23, 45], 9, { animate: false }));
    unmount();
    await api.stop();
    await open([riyadh, jeddah]);
    await screen.findByRole("application");
    expect(map.getZoom()).toBe(9);
    expect(map.getCenter().lat).toBeCloseTo(23, 2);
  });
});

describe("5,000 points", () => {
  it("are sorted once, and never more of them shown than are distinguishable", () => {
    const points = Array.from({ length: 5000 }, (_, id) => ({
      id,
      name: `Project ${id}`,
      tone: "note" as const,
      latitude: 20 + ((id * 7919) % 1000) / 100,
      longitude: 40 + ((id * 104_729) % 1000) / 100,
    }));
    const index = indexPoints(points);
    for (let zoom = 2; zoom <= 12; zoom += 1) {
      // Visible degrees of a window of 1000 by 600 pixels at that zoom.
      const [width, height] = [(1000 * 360) / (256 * 2 ** zoom), (600 * 180) / (256 * 2 ** zoom)];
      const found = index.inSight({
        west: 45 - width / 2,
        east: 45 + width / 2,
        south: 25 - height / 2,
        north: 25 + height / 2,
        zoom,
      });
      expect(found.points.length + found.clusters.length, `zoom ${zoom}`).toBeLessThan(400);
    }
    const world = index.inSight({ west: -180, south: -85, east: 180, north: 85, zoom: 0 });
    expect(world.clusters.reduce((sum, { count }) => sum + count, 0) + world.points.length).toBe(5000);
    expect(world.clusters.every(({ count, tones }) => tones.note === count)).toBe(true);
  });
});
