import type { Snag } from "#contract/snags.ts";
import type { Poi } from "#contract/viewer.ts";
import { call } from "#web/lib/client.ts";
import { element, icon } from "../element.ts";
import type { Frame } from "../frame.ts";
import { photo } from "./photo.ts";

/** What is wrong here, in short: the pin says it at once, the rest follows. */
export function snagFacts(frame: Frame, point: Poi): HTMLElement {
  const { speaker, life } = frame;
  const box = element("div", { class: "snag-facts", "aria-busy": "true" });
  const status = speaker.say(`points.statuses.${point.status ?? "open"}`);
  const priority = speaker.say(`points.priorities.${point.priority ?? "normal"}`);
  const head = element(
    "p",
    { class: "snag-line" },
    element("strong", {}, speaker.say("points.number", { n: point.number ?? point.id })),
    element("span", { class: "snag-status", "data-status": point.status }, status),
    element("span", { class: "snag-priority", "data-priority": point.priority }, priority),
  );
  const rest = element(
    "div",
    { class: "snag-rest" },
    element("p", { class: "panel-quiet" }, speaker.say("points.loading")),
  );
  const link = element(
    "a",
    { class: "button panel-action", href: `/snags/${point.id}` },
    speaker.say("points.open_snag"),
    icon("next"),
  );
  box.append(head, rest, link);
  void call("GET /api/annotations/{id}", { params: { id: point.id } }, { toast: false, signal: life }).then(
    (snag) => {
      rest.replaceChildren(...facts(frame, snag));
      box.removeAttribute("aria-busy");
      return undefined;
    },
    () => {
      rest.replaceChildren(element("p", { class: "panel-quiet" }, speaker.say("points.failed")));
      box.removeAttribute("aria-busy");
    },
  );
  return box;
}

function facts(frame: Frame, snag: Snag): HTMLElement[] {
  const { speaker } = frame;
  const due = snag.due_date === null ? "" : speaker.day(snag.due_date);
  const { assignee, invited } = snag;
  const assigned =
    invited === null ? (assignee?.name ?? "") : speaker.say("points.invited_person", { name: invited.name });
  const rows: readonly (readonly [string, string])[] = [
    [speaker.say("points.assignee"), assigned],
    [speaker.say("points.trade"), snag.trade],
    [speaker.say("points.due"), snag.is_overdue ? `${due} · ${speaker.say("points.overdue")}` : due],
  ];
  const list = rows.flatMap(([name, value]) =>
    value === "" ? [] : [element("dt", {}, name), element("dd", {}, element("bdi", {}, value))],
  );
  const photos = snag.photos.map(({ url, thumbnail }) => photo(frame, url, snag.title, thumbnail));
  return [
    ...(snag.text === "" ? [] : [element("p", { class: "panel-text", dir: "auto" }, snag.text)]),
    ...(photos.length === 0
      ? []
      : [
          element(
            "div",
            { class: "snag-photos", role: "group", "aria-label": speaker.say("points.photos") },
            ...photos,
          ),
        ]),
    ...(list.length === 0 ? [] : [element("dl", { class: "panel-facts" }, ...list)]),
  ];
}
