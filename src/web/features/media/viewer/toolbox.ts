import type { LucideIcon } from "lucide-react";
import { createStore, type Store } from "#web/lib/store.ts";

/** A tool of the viewer beside the picture; loads its code when it is pressed. */
export interface Offer {
  readonly id: string;
  /** Position in the column, ascending; the first three are always visible on a phone. */
  readonly order: number;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly press: () => void;
  /** For toggles. */
  readonly isPressed?: Store<boolean> | undefined;
  readonly isShown?: Store<boolean> | undefined;
}

/** Holds the offers; parts that are loaded later add theirs. */
export class Toolbox {
  readonly offers = createStore<readonly Offer[]>([]);

  /** Adds a tool, or replaces the one with the same id. */
  offer(tool: Offer): void {
    const others = this.offers.get().filter(({ id }) => id !== tool.id);
    this.offers.set([...others, tool].toSorted((a, b) => a.order - b.order));
  }
}
