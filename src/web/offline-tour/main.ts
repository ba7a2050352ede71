import "./tour.css";
import type { Language } from "#contract/languages.ts";
import { element } from "#web/features/viewer/element.ts";
import { type ExportData, placeOf, readData } from "./data.ts";
import { overview } from "./overview.ts";
import { Pictures } from "./pictures.ts";
import { Walk } from "./walk.ts";
import { speakerOf } from "./words.ts";

/** The whole page: the project, or one room of it. Which of them stands behind `#` in the address, so that Back works. */
class Page {
  readonly #data: ExportData;
  readonly #root: HTMLElement;
  readonly #pictures = new Pictures();
  #language: Language;
  #walk: Walk | undefined;
  #scroll = 0;

  constructor(data: ExportData, root: HTMLElement) {
    this.#data = data;
    this.#root = root;
    this.#language = data.language;
    addEventListener("hashchange", () => this.#show());
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const paint = () => (document.documentElement.dataset["theme"] = dark.matches ? "dark" : "light");
    dark.addEventListener("change", paint);
    paint();
  }

  begin(): void {
    this.#show();
  }

  #show(): void {
    const speaker = speakerOf(this.#language);
    document.documentElement.lang = speaker.language;
    document.documentElement.dir = speaker.direction;
    const id = /^#room\/(\d{1,15})$/.exec(location.hash)?.[1];
    const place = id === undefined ? undefined : placeOf(this.#data, Number(id));
    document.title = place ? `${place.room.name} · ${this.#data.project.name}` : this.#data.project.name;
    const changeLanguage = () => this.#changeLanguage();
    if (place) {
      if (this.#walk?.goes(place, speaker) === true) return;
      if (this.#walk === undefined) this.#scroll = scrollY;
      this.#leave();
      this.#walk = new Walk({ place, speaker, pictures: this.#pictures, changeLanguage });
      this.#root.replaceChildren(this.#walk.element);
      this.#walk.begin();
      return;
    }
    const came = this.#walk?.roomId;
    this.#leave();
    this.#root.replaceChildren(overview({ data: this.#data, speaker, changeLanguage }));
    if (came === undefined) return;
    scrollTo(0, this.#scroll);
    document.getElementById(`room-${came}`)?.focus({ preventScroll: true });
  }

  #leave(): void {
    this.#walk?.end();
    this.#walk = undefined;
  }

  #changeLanguage(): void {
    this.#language = this.#language === "en" ? "ar" : "en";
    this.#show();
    document.getElementById("language")?.focus();
  }
}

function start(): void {
  const root = document.getElementById("page") ?? document.body;
  const data = readData();
  if (data) new Page(data, root).begin();
  else root.replaceChildren(...incomplete());
}

/** Opened from within the zip: nothing is known yet, not even the language. */
const incomplete = () =>
  (["en", "ar"] as const).map((language) => {
    const { direction, say } = speakerOf(language);
    return element("p", { class: "incomplete", lang: language, dir: direction }, say("broken"));
  });

start();
