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

/** Shared context of all parts of the interface. */
export interface Frame {
  readonly tour: Tour;
  readonly speaker: Speaker;
  readonly settings: PublicSettings;
  /** Contains picture and interface; the element that goes to full screen. */
  readonly root: HTMLElement;
  /** Aborts when the interface is rebuilt in another language. */
  readonly signal: AbortSignal;
  /** Embedded in another page. */
  readonly isEmbedded: boolean;
  /** Whether the list of rooms is open. */
  readonly isListOpen: Store<boolean>;
  readonly isHelpOpen: Store<boolean>;
  /** Number of views of this visit once it is known: the figure, and its text. */
  readonly views: Store<Views | null>;
  /** Registers the tools of the parts: `tools.offer(...)`. */
  readonly tools: Toolbox;
  /** Shows a message for some seconds; with a button, such as undo. */
  readonly toast: (text: string, action?: ToastAction) => void;
  /** Adds a component after the picture. */
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

/** A room's name, or its number where it has none. */
export function roomName({ tour, speaker }: Frame, room: { id: number; name: string }): string {
  const n = tour.rooms.findIndex(({ id }) => id === room.id) + 1;
  return room.name === "" ? speaker.say("untitled", { n }) : room.name;
}
