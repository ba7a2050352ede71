import type { Moment } from "#contract/viewer.ts";
import { watch } from "#web/lib/store.ts";
import { element, iconButton } from "../element.ts";
import type { Frame } from "../frame.ts";
import { sourceOf } from "../source.ts";
import { roomOf } from "./dates.ts";
import { goTo } from "./go-to.ts";
import type { Place } from "./place.ts";
import { type DateWords, dateWords } from "./words.ts";

/** The dates of the spot one stands on as points on a line, older to newer as one reads. */
export function dateLine(frame: Frame, place: Place, compare: () => void): HTMLElement {
  const { tour, speaker, root, life } = frame;
  const line = element("ol", { class: "dates-line", onkeydown: (event) => walk(event, line) });
  const go = (moment: Moment | undefined) => {
    if (moment) void goTo(frame, place, moment);
  };
  const step = (by: -1 | 1) => go(place.moments.get()[current(frame, place) + by]);
  const older = iconButton("previous", speaker.say("dates.older"), () => step(-1));
  const newer = iconButton("next", speaker.say("dates.newer"), () => step(1));
  const both = iconButton("compare", speaker.say("dates.compare"), compare);
  both.classList.add("dates-compare");
  both.append(element("span", {}, speaker.say("dates.compare")));
  both.hidden = tour.panorama === undefined;
  // Instead of nothing: there are other dates, but none is known to show this spot.
  const alone = element("p", { class: "dates-none" }, speaker.say("dates.none"));
  const box = element(
    "nav",
    { class: "plate dates fades", "aria-label": speaker.say("dates.label"), hidden: true },
    older,
    line,
    newer,
    alone,
    both,
  );

  const mark = () => {
    const at = current(frame, place);
    for (const [index, button] of [...line.querySelectorAll("button")].entries()) {
      const isCurrent = index === at;
      if (isCurrent) button.setAttribute("aria-current", "date");
      else button.removeAttribute("aria-current");
      button.tabIndex = isCurrent ? 0 : -1;
    }
    older.setAttribute("aria-disabled", String(at <= 0));
    newer.setAttribute("aria-disabled", String(at === place.moments.get().length - 1));
    line.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  };
  let drawn = "";
  const fit = () => {
    const isAlone = place.moments.get().length < 2;
    box.hidden = isAlone && !(place.hasOthers.get() && place.isAsked.get());
    for (const part of [older, newer, line]) part.hidden = isAlone;
    alone.hidden = !isAlone;
    const words = speaker.say(isAlone ? "dates.choose" : "dates.compare");
    both.setAttribute("aria-label", words);
    both.title = words;
  };
  watch(place.hasOthers, life, fit);
  watch(place.isAsked, life, fit);
  watch(place.moments, life, (moments) => {
    fit();
    root.toggleAttribute("data-dates", !box.hidden);
    const looks = moments.map(({ code, id_room, visit_date }) => `${code} ${id_room} ${visit_date}`).join();
    if (looks !== drawn) {
      const words = dateWords(moments, speaker);
      const hadFocus = line.contains(document.activeElement);
      line.replaceChildren(...moments.map((moment, index) => item(frame, moment, words[index], go)));
      drawn = looks;
      mark();
      if (hadFocus) line.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
    } else mark();
  });
  watch(tour.room, life, mark);
  life.addEventListener("abort", () => {
    box.remove();
    root.removeAttribute("data-dates");
  });
  return box;
}

const current = ({ tour }: Frame, { moments }: Place) =>
  moments.get().findIndex(({ id_room }) => id_room === tour.room.get()?.id);

function item(
  { speaker, tour }: Frame,
  moment: Moment,
  words: DateWords | undefined,
  go: (moment: Moment) => void,
): HTMLElement {
  const label = speaker.say("dates.go", { date: words?.long ?? "", visit: moment.visit });
  const { thumbnail } = moment.picture;
  const preload = () => {
    const source = sourceOf(roomOf(moment));
    if (source) tour.panorama?.preload(source);
  };
  const button = element(
    "button",
    {
      type: "button",
      class: "date",
      // What is seen comes first: who speaks to the browser says the words on the button.
      "aria-label": [words?.short ?? "", label].join(" · "),
      onclick: () => go(moment),
      onpointerenter: preload,
    },
    element("span", { class: "date-point", "aria-hidden": "true" }),
    element("span", { class: "date-day", "aria-hidden": "true" }, words?.short ?? ""),
    element(
      "span",
      { class: "date-peek plate", "aria-hidden": "true" },
      thumbnail !== null &&
        element("img", { src: thumbnail, alt: "", loading: "lazy", width: 200, height: 100 }),
      element("strong", {}, words?.long ?? ""),
      element("span", { dir: "auto" }, moment.visit),
    ),
  );
  button.addEventListener("focus", preload);
  return element("li", {}, button);
}

/** Along the line by the arrows, as it lies on the screen. */
function walk(event: KeyboardEvent, line: HTMLElement): void {
  const buttons = [...line.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const forward = getComputedStyle(line).direction === "rtl" ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - forward,
    ArrowRight: at + forward,
    Home: 0,
    End: buttons.length - 1,
  };
  const next = buttons[steps[event.key] ?? -1];
  if (at < 0 || steps[event.key] === undefined) return;
  event.preventDefault();
  // The picture turns by the same keys.
  event.stopPropagation();
  next?.focus();
  next?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
