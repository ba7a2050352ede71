import type { PublicSettings } from "#contract/settings.ts";
import type { ToastAction } from "./parts/toast.ts";
import type { Toolbox } from "./parts/toolbox.ts";
import type { Signal } from "./signal.ts";
import type { Speaker } from "./texts.ts";
import type { Tour } from "./tour.ts";

/** What every part of the interface is given. */
export interface Frame {
  readonly tour: Tour;
  readonly speaker: Speaker;
  readonly settings: PublicSettings;
  /** Holds picture and interface; what goes to full screen. */
  readonly root: HTMLElement;
  /** Ends when the interface is built anew in another language. */
  readonly life: AbortSignal;
  /** Within another page. */
  readonly isEmbedded: boolean;
  /** Whether the list of rooms is open. */
  readonly isListOpen: Signal<boolean>;
  /** Where parts put their tools: `tools.offer(...)`. */
  readonly tools: Toolbox;
  /** Says for some seconds what was done; with a button, such as the one that undoes it. */
  readonly toast: (text: string, action?: ToastAction) => void;
  readonly openShare: () => void;
  readonly openHelp: () => void;
  readonly changeLanguage: () => void;
}

/** A room's name, or its number where nobody gave it one. */
export function roomName({ tour, speaker }: Frame, room: { id: number; name: string }): string {
  const n = tour.rooms.findIndex(({ id }) => id === room.id) + 1;
  return room.name === "" ? speaker.say("untitled", { n }) : room.name;
}
