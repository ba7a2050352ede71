import type { Counterpart, HotspotVisit } from "#contract/tour.ts";
import type { Room } from "#contract/visits.ts";
import { call } from "#web/lib/client.ts";
import { element, icon } from "../element.ts";
import { roomName } from "../frame.ts";
import type { Editing } from "./editing.ts";
import { select } from "./fields.ts";

const quiet = { toast: false } as const;

/** The counterparts of this room on other dates: those that are joined, those that are likely, and all others. */
export async function bindDates(editing: Editing): Promise<void> {
  const { frame, words } = editing;
  const { tour } = frame;
  const room = tour.room.get();
  const { id_visit } = tour.visit.get();
  if (room === undefined || id_visit === null) return;
  const list = element(
    "ul",
    { class: "bind-list" },
    element("li", { class: "panel-quiet" }, words.say("loading")),
  );
  const status = element("p", { class: "edit-note", role: "status" });
  const all = element(
    "button",
    { type: "button", class: "button-quiet", onclick: () => void bindAll() },
    words.say("bind.all"),
  );
  const load = async () => {
    try {
      const visits = await call("GET /api/visits/hotspot-visits", { query: { room_id: room.id } }, quiet);
      const focused = document.activeElement?.closest<HTMLElement>("[data-visit]")?.dataset["visit"];
      list.replaceChildren(
        ...(visits.length === 0
          ? [element("li", { class: "panel-quiet" }, words.say("bind.none"))]
          : visits.map((visit) => item(editing, room, visit, (id) => void change(visit, id)))),
      );
      list.querySelector<HTMLElement>(`[data-visit="${focused}"] button`)?.focus();
    } catch {
      list.replaceChildren(element("li", { class: "panel-quiet" }, words.say("load_failed")));
    }
  };
  const change = async (visit: HotspotVisit, id_target_room: number | null) => {
    const of = { id_room: room.id, id_visit: visit.id_visit };
    try {
      if (id_target_room === null) await call("DELETE /api/visits/unbind-hotspot", { body: of }, quiet);
      else await call("PUT /api/visits/bind-hotspot", { body: { ...of, id_target_room } }, quiet);
      const values = { room: roomName(frame, room), date: frame.speaker.date(visit.visit_date) };
      status.textContent = words.say(id_target_room === null ? "bind.separated" : "bind.joined", values);
      await load();
    } catch (error) {
      await editing.failed(error);
    }
  };
  const bindAll = async () => {
    all.disabled = true;
    try {
      const { bound, left } = await call("POST /api/visits/{id}/bind", { params: { id: id_visit } }, quiet);
      status.textContent = `${words.count("bind.bound_count", bound)} · ${words.count("bind.left_count", left)}`;
      await load();
    } catch (error) {
      await editing.failed(error);
    } finally {
      all.disabled = false;
    }
  };
  editing.panel({
    title: words.say("bind.title"),
    content: [
      element("p", { class: "panel-quiet" }, words.say("bind.text")),
      list,
      status,
      element(
        "div",
        { class: "bind-all" },
        all,
        element("p", { class: "edit-note" }, words.say("bind.all_text")),
      ),
    ],
  });
  await load();
}

function item(
  editing: Editing,
  room: Room,
  visit: HotspotVisit,
  change: (id: number | null) => void,
): HTMLElement {
  const { frame, words } = editing;
  const shown = visit.rooms.find(({ id_room }) => id_room === (visit.id_room ?? visit.proposal));
  const isBound = visit.id_room !== null;
  const date = frame.speaker.date(visit.visit_date);
  const other = select(
    [
      ["", words.say("bind.other")],
      ...visit.rooms.map(({ id_room, name }) => [String(id_room), name] as const),
    ],
    "",
  );
  other.setAttribute("aria-label", `${words.say("bind.other")} ${date}`);
  other.addEventListener("change", () => other.value !== "" && change(Number(other.value)));
  const button = (text: string, kind: string, id: number | null) =>
    element(
      "button",
      { type: "button", class: kind, "aria-label": `${text}: ${date}`, onclick: () => change(id) },
      text,
    );
  return element(
    "li",
    { class: "bind-visit", "data-visit": visit.id_visit, "data-bound": isBound },
    element(
      "p",
      { class: "bind-head" },
      element("strong", {}, element("time", { datetime: visit.visit_date }, date)),
      element("span", { dir: "auto" }, visit.name),
      shown !== undefined &&
        element(
          "span",
          { class: "bind-state" },
          isBound && icon("check"),
          words.say(isBound ? "bind.bound" : "bind.proposed"),
        ),
    ),
    shown === undefined
      ? element("p", { class: "panel-quiet" }, words.say("bind.no_room"))
      : element(
          "div",
          { class: "bind-pair" },
          picture(room.picture.thumbnail, words.say("bind.here"), ""),
          picture(shown.thumbnail, shown.name, likeness(editing, room, shown)),
        ),
    element(
      "div",
      { class: "edit-choices" },
      isBound
        ? button(words.say("bind.unbind"), "button-quiet", null)
        : shown !== undefined && button(words.say("bind.bind"), "button", shown.id_room),
      visit.rooms.length > 0 && other,
    ),
  );
}

function picture(address: string | null, name: string, note: string): HTMLElement {
  return element(
    "figure",
    { class: "bind-picture" },
    address === null
      ? element("span", { class: "list-picture" })
      : element("img", {
          class: "list-picture",
          src: address,
          alt: "",
          loading: "lazy",
          width: 300,
          height: 150,
        }),
    element(
      "figcaption",
      {},
      element("span", {}, element("bdi", {}, name)),
      note !== "" && element("span", { class: "edit-note" }, note),
    ),
  );
}

/** Why it is thought to be the same place. */
function likeness({ words }: Editing, room: Room, { metres, name }: Counterpart): string {
  if (metres !== null)
    return words.say("bind.metres", { n: metres < 10 ? metres.toFixed(1) : Math.round(metres) });
  return name !== "" && name === room.name ? words.say("bind.same_name") : "";
}
