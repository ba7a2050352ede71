import type { LucideIcon } from "lucide-react";
import { createStore, type Store } from "#web/lib/store.ts";

/** A tool that a part of the viewer offers beside the picture; it loads what it needs when it is pressed. */
export interface Offer {
  readonly id: string;
  /** Place in the column, ascending; the first three are always seen on a phone. */
  readonly order: number;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly press: () => void;
  /** For tools that are on or off. */
  readonly isPressed?: Store<boolean> | undefined;
  readonly isShown?: Store<boolean> | undefined;
}

/** Holds the offers; parts that are loaded later add theirs when they come. */
export class Toolbox {
  readonly offers = createStore<readonly Offer[]>([]);

  /** Adds a tool, or puts it in place of the one of the same id. */
  offer(tool: Offer): void {
    const others = this.offers.get().filter(({ id }) => id !== tool.id);
    this.offers.set([...others, tool].toSorted((a, b) => a.order - b.order));
  }
}
