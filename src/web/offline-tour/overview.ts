import { element, icon } from "#web/features/viewer/element.ts";
import { cameraList } from "./cameras.ts";
import { type ExportData, firstRoom, type TourRoom, type TourVisit } from "./data.ts";
import { fileHref, hrefOf, languageButton, roomName } from "./walk-parts.ts";
import type { TourSpeaker, TourText } from "./words.ts";

interface OverviewOptions {
  readonly data: ExportData;
  readonly speaker: TourSpeaker;
  readonly changeLanguage: () => void;
}

/** The project on one page: what it is, its visits with the newest first, people, files. */
export function overview({ data, speaker, changeLanguage }: OverviewOptions): HTMLElement {
  const visits = (data.visits ?? []).toReversed();
  return element(
    "div",
    { class: "overview" },
    hero(data, visits[0], speaker, changeLanguage),
    element(
      "main",
      { class: "content" },
      facts(data, visits, speaker),
      data.visits !== undefined && visitList(visits, speaker),
      cameraList(data, speaker),
      people(data, speaker),
      files(data, speaker),
    ),
    element(
      "footer",
      { class: "foot" },
      element("p", {}, speaker.say("exported", { date: speaker.date(data.exported_at) })),
      element("p", {}, speaker.say("offline")),
    ),
  );
}

function hero(
  { project }: ExportData,
  newest: TourVisit | undefined,
  speaker: TourSpeaker,
  changeLanguage: () => void,
): HTMLElement {
  const room = firstRoom(newest);
  const cover = newest?.cover ?? null;
  return element(
    "header",
    { class: "hero", "data-theme": "dark" },
    cover !== null && element("img", { class: "hero-picture", src: cover, alt: "" }),
    element("div", { class: "hero-top" }, languageButton(speaker, changeLanguage)),
    element(
      "div",
      { class: "hero-words" },
      element("span", { class: "status" }, speaker.say(`status.${project.status}`)),
      element("h1", { dir: "auto" }, project.name),
      project.location !== "" && element("p", { class: "hero-place", dir: "auto" }, project.location),
      room !== undefined &&
        element("a", { class: "main-button", href: hrefOf(room) }, icon("walk"), speaker.say("walk")),
    ),
  );
}

function facts({ project }: ExportData, visits: readonly TourVisit[], speaker: TourSpeaker): HTMLElement {
  const number = new Intl.NumberFormat("en");
  const { latitude, longitude, area } = project;
  const rooms = visits.reduce((sum, visit) => sum + visit.rooms.length, 0);
  const rows: readonly [TourText, string | null][] = [
    ["facts.last_visit", visits[0] ? speaker.date(visits[0].date) : null],
    ["facts.visits", visits.length > 0 ? number.format(visits.length) : null],
    ["facts.rooms", rooms > 0 ? number.format(rooms) : null],
    ["facts.year", String(project.year)],
    ["facts.buildings", number.format(project.num_buildings)],
    ["facts.floors", number.format(project.num_floors)],
    ["facts.area", area === 0 ? null : speaker.say("facts.area_value", { area: number.format(area) })],
    [
      "facts.coordinates",
      latitude === null || longitude === null ? null : `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`,
    ],
  ];
  return element(
    "section",
    { class: "about" },
    project.description !== "" && element("p", { class: "description", dir: "auto" }, project.description),
    element(
      "dl",
      { class: "facts" },
      ...rows.map(
        ([key, value]) =>
          value !== null &&
          element(
            "div",
            {},
            element("dt", {}, speaker.say(key)),
            element("dd", {}, element("bdi", {}, value)),
          ),
      ),
    ),
  );
}

function visitList(visits: readonly TourVisit[], speaker: TourSpeaker): HTMLElement {
  return element(
    "section",
    { class: "part", "aria-labelledby": "visits" },
    element("h2", { id: "visits" }, speaker.say("visits")),
    visits.length === 0 && element("p", { class: "note" }, speaker.say("visits_none")),
    ...visits.map((visit) =>
      element(
        "article",
        { class: "visit" },
        element(
          "div",
          { class: "visit-head" },
          element("p", { class: "visit-date" }, speaker.date(visit.date)),
          element("h3", { dir: "auto" }, visit.name),
          element(
            "p",
            { class: "note" },
            [
              speaker.count("rooms_count", visit.rooms.length),
              ...(visit.author === "" ? [] : [speaker.say("by", { name: `\u2068${visit.author}\u2069` })]),
            ].join(" · "),
          ),
          visit.description !== "" && element("p", { class: "visit-text", dir: "auto" }, visit.description),
        ),
        visit.rooms.length === 0
          ? element("p", { class: "note" }, speaker.say("rooms_none"))
          : element("ul", { class: "rooms" }, ...visit.rooms.map((room, at) => card(room, at, speaker))),
      ),
    ),
  );
}

function card(room: TourRoom, at: number, speaker: TourSpeaker): HTMLElement {
  return element(
    "li",
    {},
    element(
      "a",
      { class: "room", id: `room-${room.id}`, href: hrefOf(room) },
      room.thumbnail === null
        ? element("span", { class: "room-picture" })
        : element("img", {
            class: "room-picture",
            src: room.thumbnail,
            alt: "",
            width: 300,
            height: 150,
            loading: "lazy",
          }),
      element("span", { class: "room-name", dir: "auto" }, roomName(room, at, speaker)),
    ),
  );
}

function people({ team }: ExportData, speaker: TourSpeaker): HTMLElement | false {
  if (team === undefined || team.length === 0) return false;
  return element(
    "section",
    { class: "part", "aria-labelledby": "team" },
    element("h2", { id: "team" }, speaker.say("team")),
    element(
      "ul",
      { class: "people" },
      ...team.map(({ name, role, company }) =>
        element(
          "li",
          {},
          element("span", { class: "person", dir: "auto" }, name === "" ? "–" : name),
          element(
            "span",
            { class: "note" },
            speaker.say(`roles.${role}`),
            company !== "" && " · ",
            company !== "" && element("bdi", {}, company),
          ),
        ),
      ),
    ),
  );
}

function files(data: ExportData, speaker: TourSpeaker): HTMLElement {
  const { visits, snags, snag_reports: reports = [], videos, cameras, team } = data;
  const all: readonly [words: string, path: string, isThere: boolean][] = [
    [speaker.say("file.visits"), "visits.csv", visits !== undefined],
    [speaker.say("file.rooms"), "rooms.csv", visits !== undefined],
    ...reports.map(({ file, from, to }): [string, string, boolean] => [
      reports.length === 1 ? speaker.say("file.report") : speaker.say("file.report_part", { from, to }),
      file,
      true,
    ]),
    [speaker.say("file.snags"), "snags.csv", snags !== undefined],
    [speaker.say("file.videos"), "videos.csv", videos !== undefined],
    [speaker.say("file.cameras"), "cameras.csv", cameras !== undefined],
    [speaker.say("file.team"), "team.csv", team !== undefined],
    [speaker.say("file.project"), "project.json", true],
    [speaker.say("file.checksums"), "checksums.sha256", true],
  ];
  const list = all.filter(([, , isThere]) => isThere);
  return element(
    "section",
    { class: "part", "aria-labelledby": "files" },
    element("h2", { id: "files" }, speaker.say("files")),
    element(
      "ul",
      { class: "files" },
      ...list.map(([words, path]) =>
        element(
          "li",
          {},
          element("a", { href: fileHref(path), target: "_blank" }, words),
          element("bdi", { class: "note" }, path),
        ),
      ),
    ),
  );
}
