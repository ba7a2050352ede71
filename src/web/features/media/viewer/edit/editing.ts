import type { ReactNode } from "react";
import type { Poi } from "#contract/viewer.ts";
import type { Direction } from "#panorama/types.ts";
import { createStore } from "#web/lib/store.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import type { Frame } from "../frame.ts";
import { failureText } from "./failure.ts";
import { draftMark, setMarks } from "./marks.ts";

/** A prompt for a position in the picture. */
export interface Asked {
  readonly hint: string;
  /** The instruction for the keyboard. */
  readonly keys: string;
  readonly cancel: () => void;
}

/** A point that was changed here and elsewhere. */
export interface Conflict {
  readonly name: string;
  readonly settle: (keepsMine: boolean) => void;
}

/** Shared context of the editor's tools; `EditLayer` renders its messages. */
export class Editing {
  readonly frame: Frame;
  /** Aborts when editing ends. */
  readonly signal: AbortSignal;
  /** The card beside the picture; only one is open at a time. */
  readonly panel = createStore<{ readonly key: number; readonly content: ReactNode } | null>(null);
  readonly asked = createStore<Asked | null>(null);
  readonly conflict = createStore<Conflict | null>(null);
  #panels = 0;
  #undo: (() => void) | undefined;

  constructor(frame: Frame, signal: AbortSignal) {
    this.frame = frame;
    this.signal = signal;
    signal.addEventListener("abort", () => this.unmark());
  }

  /** Opens a card, replacing the open one. */
  show(content: ReactNode): void {
    this.#panels += 1;
    this.panel.set({ key: this.#panels, content });
  }

  close(): void {
    this.panel.set(null);
  }

  /** Marks the position of something about to be added. */
  mark(place: Direction): void {
    setMarks(this.frame.tour, [draftMark(place)]);
  }

  unmark(): void {
    setMarks(this.frame.tour, []);
  }

  /** Shows what was done, with an undo; Ctrl+Z does the same. */
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
    frame.toast(text, { label: translate.get()("viewer.actions.undo"), press });
  }

  undoLast(): void {
    this.#undo?.();
  }

  async failed(error: unknown): Promise<void> {
    this.frame.toast(await failureText(this.frame, error));
  }

  /** Display name of a point. */
  nameOf(point: Poi): string {
    if (point.label !== "") return point.label;
    const room = this.frame.tour.rooms.find(({ id }) => id === point.id_room);
    return room?.name ?? "";
  }
}
