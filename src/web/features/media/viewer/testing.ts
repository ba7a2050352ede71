import { act } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { Language } from "#contract/languages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import type { Poi, ViewerVisit } from "#contract/viewer.ts";
import type { Marker, Panorama, PanoramaEvents, PanoramaSource, View } from "#panorama/types.ts";
import { type Answers, ApiServer, ok } from "#test/web/api-server.ts";
import { publicSettings } from "#web/testing/open-screen.tsx";
import { openInterface } from "./interface.tsx";
import { room } from "./test-rooms.ts";

type Listener = (event: never) => void;

/** Replaces the engine, which needs a graphics card: records its calls, and shows everything at once. */
export class StillPanorama {
  readonly element = document.createElement("div");
  readonly looks: Partial<View>[] = [];
  readonly fails = new Set<string>();
  markers: readonly Marker[] = [];
  label = "";
  view: View = { yaw: 0, pitch: 0, fov: 60 };
  source: PanoramaSource | undefined;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor() {
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "application");
  }

  async show(source: PanoramaSource): Promise<boolean> {
    if (this.fails.has(source.base)) throw new Error("the line is broken");
    this.source = source;
    this.emit("ready", { source });
    return true;
  }

  async lookAt(view: Partial<View>): Promise<void> {
    this.looks.push(view);
    this.turn(view);
  }

  turn(view: Partial<View>): void {
    this.view = { ...this.view, ...view };
    this.emit("view", this.view);
  }

  setMarkers(markers: readonly Marker[]): void {
    const before = this.markers;
    this.markers = markers;
    for (const marker of markers) {
      const { element } = marker;
      if (!(element instanceof HTMLButtonElement)) continue;
      element.ariaLabel = marker.label;
      if (!before.some((known) => known.element === element))
        element.addEventListener("click", () => this.emit("markerclick", { id: marker.id, button: element }));
      if (element.parentElement !== this.element) this.element.append(element);
    }
    const kept = new Set(markers.map(({ element }) => element));
    for (const { element } of before) if (!kept.has(element)) element?.remove();
  }

  setLabel(label: string): void {
    this.label = label;
  }

  on<Name extends keyof PanoramaEvents>(name: Name, listener: (event: PanoramaEvents[Name]) => void) {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  emit<Name extends keyof PanoramaEvents>(name: Name, event: PanoramaEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? [])
      (listener as (event: PanoramaEvents[Name]) => void)(event);
  }

  preload(): void {}

  pointOf() {
    return { x: 400, y: 300 };
  }
}

export const point = (change: Partial<Poi> & Pick<Poi, "id" | "kind">): Poi => ({
  yaw: 0,
  pitch: -20,
  label: "",
  id_room: null,
  text: "",
  url: null,
  media: null,
  number: null,
  status: null,
  priority: null,
  version: 1,
  is_proposed: false,
  ...change,
});

export const threeRooms: ViewerVisit = {
  code: "abcd2345ef",
  id_visit: null,
  id_project: null,
  name: "Second floor",
  description: "",
  project: "Harbour Tower",
  visit_date: "2026-08-21T09:30:00Z",
  rooms: [room({ id: 1, name: "Lobby" }), room({ id: 2, name: "Plant room" }), room({ id: 3, name: "" })],
  sheets: [],
  has_history: false,
  has_walk: false,
  can: {},
};

/** The page under vitest: unlike a page's script, a test can change its address. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

export interface ViewerCase {
  readonly visit?: Partial<ViewerVisit>;
  /** Keyed by room. */
  readonly points?: Readonly<Record<number, readonly Poi[]>>;
  readonly answers?: Answers;
  readonly providers?: PublicSettings["share_providers"];
  /** The browser has no WebGL. */
  readonly isFlat?: boolean;
  /** Query of the address: `?here=lab2345678`. */
  readonly query?: string;
}

/** Renders the whole interface around a picture, against a server with these answers. */
export async function openViewer(
  language: Language,
  { visit, points, answers, providers = [], isFlat, query = "" }: ViewerCase = {},
) {
  const shown: ViewerVisit = { ...threeRooms, ...visit };
  const api = await ApiServer.start({
    "GET /api/viewer-room-pois": ({ query }) => ok(points?.[Number(query.get("id_room"))] ?? []),
    "GET /api/viewer-visit": () => ok(shown),
    "POST /api/viewer-count/log-visit": () => ok({ session: "s", count: 7 }),
    ...answers,
  });
  jsdom.reconfigure({ url: `${api.origin}/viewer/${shown.code}${query}` });
  const ask = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    ask(typeof input === "string" ? new URL(input, api.origin) : input, init);
  document.body.innerHTML = `<div id="viewer"><main id="stage"></main></div>`;
  const root = document.querySelector<HTMLElement>("#viewer") ?? document.body;
  const panorama = new StillPanorama();
  document.querySelector("#stage")?.append(panorama.element);
  const controller = new AbortController();
  const tour = await act(async () =>
    openInterface({
      boot: {
        visit: shown,
        room: 1,
        lang: language,
        settings: { ...publicSettings, share_providers: providers },
      },
      root,
      room: shown.rooms[0],
      panorama: isFlat === true ? undefined : (panorama as unknown as Panorama),
      shown: Promise.resolve(true),
      signal: controller.signal,
    }),
  );
  return {
    tour,
    panorama,
    api,
    user: userEvent.setup(),
    async close() {
      controller.abort();
      globalThis.fetch = ask;
      document.body.replaceChildren();
      await api.stop();
    },
  };
}
