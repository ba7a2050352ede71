import { type ComponentType, createContext, use } from "react";
import type { Snag } from "#contract/snags.ts";

/** What other features put onto the pages of snags; handed in by the table of routes, because no feature knows another. */
export interface SnagParts {
  /** Below what is told of a snag. Each draws nothing where it has nothing to say. */
  details: readonly ComponentType<{ snag: Snag }>[];
  /** In the bar under the list; `onDone` lets go of what was chosen. */
  bulk: readonly ComponentType<{ chosen: readonly Snag[]; onDone: () => void }>[];
}

export const SnagPartsContext = createContext<SnagParts>({ details: [], bulk: [] });

export const useSnagParts = (): SnagParts => use(SnagPartsContext);
