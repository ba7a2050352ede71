import { element, icon, iconButton } from "../element.ts";
import type { Frame } from "../frame.ts";
import { wayOut } from "./way-out.ts";

/** Each in its own script, for those who cannot read the other. */
const languageNames = { en: "English", ar: "العربية" } as const;

/** Which visit this is, and what can be done with it. */
export function topBar(frame: Frame): HTMLElement {
  return element("header", { class: "bar fades" }, title(frame), actions(frame));
}

function title(frame: Frame): HTMLElement {
  const { tour, speaker, life } = frame;
  const name = element("h1", { class: "bar-name", dir: "auto" });
  const project = element("span", { dir: "auto", class: "bar-project" });
  const date = element("time", {});
  tour.visit.watch(life, (visit) => {
    name.textContent = visit.name;
    name.title = visit.name;
    project.textContent = visit.project;
    date.dateTime = visit.visit_date;
    date.replaceChildren(
      element("span", { class: "bar-date-long" }, speaker.date(visit.visit_date)),
      element("span", { class: "bar-date-short" }, speaker.shortDate(visit.visit_date)),
    );
  });
  return element(
    "div",
    { class: "plate bar-title" },
    wayOut(frame),
    element("div", { class: "bar-words" }, name, element("p", { class: "bar-facts" }, project, " ", date)),
  );
}

function actions({
  speaker,
  isEmbedded,
  tour,
  openShare,
  openHelp,
  changeLanguage,
  settings,
}: Frame): HTMLElement {
  const share = iconButton("share", speaker.say("actions.share"), openShare);
  share.classList.add("tool-worded");
  share.append(element("span", {}, speaker.say("actions.share")));
  const other = speaker.language === "en" ? "ar" : "en";
  const language = element(
    "button",
    {
      type: "button",
      class: "tool tool-language",
      lang: other,
      id: "viewer-language",
      onclick: changeLanguage,
    },
    languageNames[other],
  );
  const newTab = element(
    "a",
    {
      class: "tool",
      target: "_blank",
      rel: "noopener",
      href: tour.link(false),
      "aria-label": speaker.say("actions.open"),
      title: speaker.say("actions.open"),
      onclick: (event) => {
        (event.currentTarget as HTMLAnchorElement).href = tour.link(true);
      },
    },
    icon("open"),
  );
  return element(
    "div",
    { class: "plate cluster" },
    settings.languages_enabled && language,
    iconButton("help", speaker.say("actions.help"), openHelp),
    isEmbedded && newTab,
    share,
  );
}
