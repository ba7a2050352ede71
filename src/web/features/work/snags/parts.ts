import { type ComponentType, createContext, use } from "react";
import type { Snag } from "#contract/snags.ts";

/** Content of other features on the snag pages; passed in by the route table, since features do not import each other. */
export interface SnagParts {
  /** Below the details of a snag. Each renders nothing when it has nothing to show. */
  details: readonly ComponentType<{ snag: Snag }>[];
  /** In the bar under the list; `onDone` clears the selection. */
  bulk: readonly ComponentType<{ chosen: readonly Snag[]; onDone: () => void }>[];
}

export const SnagPartsContext = createContext<SnagParts>({ details: [], bulk: [] });

export const useSnagParts = (): SnagParts => use(SnagPartsContext);
