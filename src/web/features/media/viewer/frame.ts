import { createContext, type ReactNode, use } from "react";
import type { PublicSettings } from "#contract/settings.ts";
import type { Store } from "#web/lib/store.ts";
import type { Speaker } from "./texts.ts";
import type { Toolbox } from "./toolbox.ts";
import type { Tour } from "./tour.ts";

export interface ToastAction {
  readonly label: string;
  readonly press: () => void;
}

export interface Views {
  readonly count: number;
  readonly text: string;
}

export interface Mounted {
  readonly name: string;
  readonly part: ReactNode;
}

/** What every part of the interface is given. */
export interface Frame {
  readonly tour: Tour;
  readonly speaker: Speaker;
  readonly settings: PublicSettings;
  /** Holds picture and interface; what goes to full screen. */
  readonly root: HTMLElement;
  /** Ends when the interface is built anew in another language. */
  readonly signal: AbortSignal;
  /** Within another page. */
  readonly isEmbedded: boolean;
  /** Whether the list of rooms is open. */
  readonly isListOpen: Store<boolean>;
  readonly isHelpOpen: Store<boolean>;
  /** How often this visit was looked at, once that is known: the figure, and the figure in words. */
  readonly views: Store<Views | null>;
  /** Where parts put their tools: `tools.offer(...)`. */
  readonly tools: Toolbox;
  /** Says for some seconds what was done; with a button, such as the one that undoes it. */
  readonly toast: (text: string, action?: ToastAction) => void;
  /** Puts a component among the parts: those that come after the picture. */
  readonly mount: (name: string, part: ReactNode) => void;
  readonly mounted: Store<readonly Mounted[]>;
  readonly openShare: () => void;
  readonly openHelp: () => void;
  readonly changeLanguage: () => void;
}

export const FrameContext = createContext<Frame | null>(null);

export function useFrame(): Frame {
  const frame = use(FrameContext);
  if (frame === null) throw new Error("This part belongs into the viewer's frame.");
  return frame;
}

/** A room's name, or its number where nobody gave it one. */
export function roomName({ tour, speaker }: Frame, room: { id: number; name: string }): string {
  const n = tour.rooms.findIndex(({ id }) => id === room.id) + 1;
  return room.name === "" ? speaker.say("untitled", { n }) : room.name;
}
