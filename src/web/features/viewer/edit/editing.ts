import type { Poi } from "#contract/viewer.ts";
import type { Direction } from "#panorama/types.ts";
import { element } from "../element.ts";
import type { Frame } from "../frame.ts";
import { failureText } from "./failure.ts";
import { openPanel, type Panel, type PanelOptions } from "./panel.ts";
import { pickPlace } from "./pick.ts";
import { type Words, wordsOf } from "./words.ts";

/** What every tool of the editor works with. */
export class Editing {
  readonly frame: Frame;
  readonly words: Words;
  /** Ends with the editing. */
  readonly life: AbortSignal;
  #panel: Panel | undefined;
  #undo: (() => void) | undefined;

  constructor(frame: Frame, life: AbortSignal) {
    this.frame = frame;
    this.life = life;
    this.words = wordsOf(frame.speaker.language);
    life.addEventListener("abort", () => {
      this.#panel?.close();
      frame.tour.marks.set([]);
    });
  }

  /** One thing at a time is asked: another panel takes the place of the one that is open. */
  panel(options: PanelOptions): Panel {
    this.#panel?.close();
    const panel = openPanel(this.frame, {
      ...options,
      closed: () => {
        if (this.#panel === panel) this.#panel = undefined;
        options.closed?.();
      },
    });
    this.#panel = panel;
    return panel;
  }

  closePanel(): void {
    this.#panel?.close();
  }

  /** A place in the picture, marked until `marks` are set anew. */
  async pick(what: "way" | "info" | "snag" | "north"): Promise<Direction | null> {
    this.closePanel();
    const { words, frame, life } = this;
    const hint = words.say(`pick.${what}`);
    const place = await pickPlace(frame, { hint, keys: words.say("pick.keys"), life });
    if (place !== null) this.mark(place);
    return place;
  }

  /** Shows where something is about to be. */
  mark({ yaw, pitch }: Direction): void {
    const dot = element("button", { type: "button", tabindex: -1 }, element("span", { class: "edit-draft" }));
    dot.setAttribute("aria-hidden", "true");
    this.frame.tour.marks.set([
      { id: "draft", yaw, pitch, label: "", element: dot, className: "edit-draft-point" },
    ]);
  }

  unmark(): void {
    this.frame.tour.marks.set([]);
  }

  /** Says what was done, with what undoes it; Ctrl+Z does the same. */
  done(text: string, undo?: () => Promise<void>): void {
    const { frame } = this;
    if (undo === undefined) {
      this.#undo = undefined;
      return frame.toast(text);
    }
    const press = () => {
      if (this.#undo !== press) return;
      this.#undo = undefined;
      undo().catch((error: unknown) => this.failed(error));
    };
    this.#undo = press;
    frame.toast(text, { label: frame.speaker.say("actions.undo"), press });
  }

  undoLast(): void {
    this.#undo?.();
  }

  async failed(error: unknown): Promise<void> {
    this.frame.toast(await failureText(error, this.words, this.frame.speaker.language));
  }

  /** The name by which people know a point. */
  nameOf(point: Poi): string {
    if (point.label !== "") return point.label;
    const room = this.frame.tour.rooms.find(({ id }) => id === point.id_room);
    return room?.name ?? "";
  }
}
