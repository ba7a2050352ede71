import { createPanorama, PanoramaError } from "#panorama/index.ts";
import type { Marker, Panorama } from "#panorama/types.ts";
import { element, icon, iconButton } from "#web/features/viewer/element.ts";
import type { Place, TourPoint, TourRoom } from "./data.ts";
import type { Pictures } from "./pictures.ts";
import { fileHref, hrefOf, languageButton, type RoomList, roomList, roomName, step } from "./walk-parts.ts";
import type { TourSpeaker } from "./words.ts";

export interface WalkOptions {
  readonly place: Place;
  readonly speaker: TourSpeaker;
  readonly pictures: Pictures;
  readonly changeLanguage: () => void;
}

const isNarrow = () => matchMedia("(width < 48rem)").matches;

/** Walking through the rooms of one visit, the picture to the edges. `data-picture` tells how far the picture is. */
export class Walk {
  readonly element: HTMLElement;
  readonly #options: WalkOptions;
  readonly #life = new AbortController();
  readonly #stage = element("main", { class: "stage" });
  readonly #notice = element("div", { class: "notice", role: "status", hidden: true });
  readonly #title = element("h1", { class: "walk-room", dir: "auto" });
  readonly #number = element("span", { class: "walk-number" });
  readonly #original: HTMLAnchorElement;
  readonly #previous;
  readonly #next;
  readonly #list: RoomList;
  readonly #listButton: HTMLButtonElement;
  #panorama: Panorama | undefined;
  #place: Place;

  constructor(options: WalkOptions) {
    const { place, speaker } = options;
    this.#options = options;
    this.#place = place;
    this.#previous = step("previous", speaker);
    this.#next = step("next", speaker);
    const label = speaker.say("original");
    this.#original = element(
      "a",
      { class: "tool", target: "_blank", "aria-label": label, title: label },
      icon("open"),
    );
    this.#list = roomList(place.visit, speaker, () => this.#openList(false));
    this.#listButton = iconButton("rooms", speaker.say("rooms"), () =>
      this.#openList(this.#list.element.hidden !== false),
    );
    this.element = element(
      "div",
      { class: "walk", "data-theme": "dark" },
      this.#bar(),
      this.#stage,
      this.#notice,
      this.#list.element,
      this.#foot(),
    );
  }

  get roomId(): number {
    return this.#place.room.id;
  }

  /** Once the element is in the page. */
  begin(): void {
    const { signal } = this.#life;
    this.#panorama = open(this.#stage, this.#place.room.name, this.#options.pictures);
    this.#panorama?.on("markerclick", ({ id }) => this.#follow(Number(id)));
    this.#panorama?.on("sharp", () => {
      this.element.dataset["picture"] = "sharp";
      for (const room of this.#near()) this.#options.pictures.preload(room);
    });
    document.addEventListener("keydown", (event) => this.#press(event), { signal });
    void this.#show();
    this.#panorama?.element.focus({ preventScroll: true });
  }

  /** Goes to another room of the same visit; false when that is for another walk. */
  goes(place: Place, speaker: TourSpeaker): boolean {
    if (place.visit !== this.#place.visit || speaker.language !== this.#options.speaker.language)
      return false;
    this.#place = place;
    void this.#show();
    return true;
  }

  end(): void {
    this.#life.abort();
    this.#panorama?.destroy();
  }

  #bar(): HTMLElement {
    const { place, speaker, changeLanguage } = this.#options;
    return element(
      "header",
      { class: "bar" },
      element(
        "div",
        { class: "plate plate-words" },
        element(
          "a",
          { class: "tool", href: "#", "aria-label": speaker.say("back"), title: speaker.say("back") },
          icon("previous"),
        ),
        element(
          "div",
          { class: "walk-words" },
          this.#title,
          element(
            "p",
            { class: "walk-visit" },
            element("bdi", {}, place.visit.name),
            " · ",
            speaker.date(place.visit.date),
          ),
        ),
      ),
      element("div", { class: "plate" }, this.#original, languageButton(speaker, changeLanguage)),
    );
  }

  #foot(): HTMLElement {
    const { speaker } = this.#options;
    const zoom = (factor: number) =>
      void this.#panorama?.lookAt({ fov: (this.#panorama?.view.fov ?? 60) * factor }, { animate: true });
    const full = iconButton("expand", speaker.say("fullscreen"), () => void this.#fullscreen());
    return element(
      "footer",
      { class: "foot-tools" },
      element(
        "div",
        { class: "plate" },
        this.#previous.element,
        this.#number,
        this.#next.element,
        this.#listButton,
      ),
      element(
        "div",
        { class: "plate plate-zoom" },
        iconButton("minus", speaker.say("zoom_out"), () => zoom(1.25)),
        iconButton("plus", speaker.say("zoom_in"), () => zoom(0.8)),
        full,
      ),
    );
  }

  async #show(): Promise<void> {
    const { speaker, pictures } = this.#options;
    const { room, at, visit } = this.#place;
    const name = roomName(room, at, speaker);
    this.#title.textContent = name;
    this.#number.textContent = speaker.say("place", { n: at + 1, total: visit.rooms.length });
    this.#original.href = fileHref(room.original);
    this.#previous.lead(visit.rooms[at - 1]);
    this.#next.lead(visit.rooms[at + 1]);
    this.#list.mark(room);
    if (isNarrow()) this.#openList(false);
    this.element.dataset["picture"] = "loading";
    this.#say(null);
    this.#panorama?.setMarkers([]);
    this.#panorama?.setLabel(speaker.say("picture", { room: name }));
    if (room.picture === null) return this.#say(speaker.say("not_ready"), room);
    if (this.#panorama === undefined) return this.#showFlat(room, name);
    const late = setTimeout(() => this.#say(speaker.say("loading")), 400);
    try {
      const source = await pictures.source(room);
      if (this.#place.room !== room || this.#life.signal.aborted) return;
      if (!(await this.#panorama.show(source, { keepHeading: true }))) return;
      if (this.#place.room !== room) return;
      if (this.element.dataset["picture"] === "loading") this.element.dataset["picture"] = "shown";
      this.#say(null);
      this.#panorama.setMarkers(room.points.flatMap((point, index) => this.#marker(point, index) ?? []));
    } catch {
      if (this.#place.room === room) this.#say(speaker.say("broken"), room);
    } finally {
      clearTimeout(late);
    }
  }

  /** The whole picture, unrolled, where the browser cannot turn it. */
  #showFlat(room: TourRoom, name: string): void {
    this.#say(this.#options.speaker.say("no_webgl"));
    this.#stage.replaceChildren(element("img", { class: "flat", src: fileHref(room.original), alt: name }));
    this.element.dataset["picture"] = "shown";
  }

  /** Words over the picture; with the way to a room's original where that is what is left of it. */
  #say(words: string | null, room?: TourRoom): void {
    const { speaker } = this.#options;
    this.#notice.hidden = words === null;
    this.#notice.replaceChildren(
      ...(words === null ? [] : [element("p", {}, words)]),
      ...(room === undefined
        ? []
        : [
            element(
              "a",
              { class: "main-button", href: fileHref(room.original), target: "_blank" },
              speaker.say("original"),
            ),
          ]),
    );
  }

  #marker({ id_room, yaw, pitch, label }: TourPoint, index: number): Marker | undefined {
    const { speaker, place } = this.#options;
    const at = place.visit.rooms.findIndex(({ id }) => id === id_room);
    const room = place.visit.rooms[at];
    if (!room) return undefined;
    const name = label === "" ? roomName(room, at, speaker) : label;
    const body = element(
      "button",
      { type: "button" },
      element("span", { class: "hotspot-disc" }, icon("walk")),
      element("span", { class: "hotspot-name", dir: "auto" }, name),
    );
    return {
      id: String(index),
      yaw,
      pitch,
      label: speaker.say("go_to", { room: name }),
      element: body,
      className: "hotspot",
      anchor: [0.5, 0.3],
    };
  }

  #follow(index: number): void {
    const point = this.#place.room.points[index];
    const room = this.#place.visit.rooms.find(({ id }) => id === point?.id_room);
    // The button goes with the room it belongs to; the keyboard must not lose its place.
    this.#panorama?.element.focus({ preventScroll: true });
    if (room) location.hash = hrefOf(room);
  }

  /** Where one is likely to go next. */
  #near(): (TourRoom | undefined)[] {
    const { room, visit, at } = this.#place;
    const linked = room.points.map(({ id_room }) => visit.rooms.find(({ id }) => id === id_room));
    return [visit.rooms[at + 1], ...linked].slice(0, 3);
  }

  #openList(isOpen: boolean): void {
    const { element: panel } = this.#list;
    if (panel.hidden === !isOpen) return;
    const hadFocus = panel.contains(document.activeElement);
    panel.hidden = !isOpen;
    this.#listButton.setAttribute("aria-expanded", String(isOpen));
    const current = panel.querySelector<HTMLElement>("[aria-current]");
    current?.scrollIntoView({ block: "nearest" });
    if (isOpen) current?.focus({ preventScroll: true });
    else if (hadFocus) this.#listButton.focus();
  }

  async #fullscreen(): Promise<void> {
    if (document.fullscreenElement) await document.exitFullscreen();
    // Some phones know no full screen; the page fills theirs anyway.
    else await this.element.requestFullscreen?.().catch(() => undefined);
  }

  #press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const { visit, at } = this.#place;
    const go = (room: TourRoom | undefined) => {
      if (room) location.hash = hrefOf(room);
    };
    const actions: Readonly<Record<string, () => void>> = {
      "[": () => go(visit.rooms[at - 1]),
      "]": () => go(visit.rooms[at + 1]),
      PageUp: () => go(visit.rooms[at - 1]),
      PageDown: () => go(visit.rooms[at + 1]),
      r: () => this.#openList(this.#list.element.hidden !== false),
      f: () => void this.#fullscreen(),
      Escape: () => {
        if (!this.#list.element.hidden) this.#openList(false);
        else if (!document.fullscreenElement) location.hash = "";
      },
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }
}

/** Undefined where the browser cannot draw it. */
function open(stage: HTMLElement, label: string, pictures: Pictures): Panorama | undefined {
  try {
    return createPanorama(stage, { label, load: pictures.file });
  } catch (error) {
    if (error instanceof PanoramaError && error.code === "no-webgl") return undefined;
    throw error;
  }
}
