import "./views.css";
import { call } from "#web/lib/client.ts";
import { countViews as count } from "#web/lib/count-views.ts";
import { element, icon } from "../element.ts";
import type { Frame } from "../frame.ts";
import { wordsOf } from "./words.ts";

/** Counts this view and says beside the title how many there were. */
export function countViews(frame: Frame): void {
  const { tour, life } = frame;
  const codeNow = () => tour.visit.get().code;
  const counter = count(
    {
      begin: () =>
        call("POST /api/viewer-count/log-visit", { body: { visit_code: codeNow() } }, { toast: false }),
      beat: (session, duration_seconds, isLast) => {
        const id_room = tour.room.get()?.id;
        const body = {
          visit_code: codeNow(),
          session,
          duration_seconds,
          ...(id_room !== undefined && { id_room }),
        };
        const options = { toast: false, keepalive: isLast };
        return call("PUT /api/viewer-count/update-activity", { body }, options);
      },
    },
    countBesideTitle(frame),
    life,
  );
  // Another date of the same spot is another visit.
  let code = codeNow();
  tour.visit.watch(life, (visit) => {
    if (visit.code === code) return;
    code = visit.code;
    counter.restart();
  });
  let room = tour.room.get()?.id;
  tour.room.watch(life, (next) => {
    if (next?.id === room) return;
    room = next?.id;
    counter.beat();
  });
}

/** A quiet figure after project and date; nothing until it is known. */
function countBesideTitle({ root, speaker }: Frame): (count: number) => void {
  const words = wordsOf(speaker.language);
  const figure = element("span", { class: "bar-views", hidden: true });
  root.querySelector(".bar-facts")?.append(figure);
  return (count) => {
    figure.hidden = count === 0;
    const text = words.count("views.count", count);
    figure.title = text;
    figure.replaceChildren(
      icon("eye"),
      element("span", { "aria-hidden": "true" }, String(count)),
      element("span", { class: "unseen" }, text),
    );
  };
}
