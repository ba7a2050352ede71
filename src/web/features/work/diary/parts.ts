import { type ComponentType, createContext, use } from "react";

/** The entry that a part belongs to. */
export interface DiaryEntryPart {
  project: number;
  day: string;
  /** Undefined for a draft that does not exist yet. */
  entry: number | undefined;
  /** `draft`: the user's own, being written; `closed`: the user's own, closed; `read`: anyone's. */
  mode: "draft" | "closed" | "read";
  /** Saves what was typed in the entry, before something else changes it. */
  save: () => Promise<void>;
}

/** Content of other features in an entry; passed in by the route table, since features do not import each other. */
export interface DiaryParts {
  /** Below the photos. Each renders nothing when it has nothing to show. */
  entry: readonly ComponentType<DiaryEntryPart>[];
}

export const DiaryPartsContext = createContext<DiaryParts>({ entry: [] });

export const useDiaryParts = (): DiaryParts => use(DiaryPartsContext);
