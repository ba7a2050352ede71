import { createStore, useStore } from "./store.ts";

/** The thing to create. Its modal opens over any screen. */
export type Creation =
  | { readonly kind: "project" }
  | { readonly kind: "visit"; readonly id_project?: number }
  | { readonly kind: "video"; readonly id_project?: number }
  | { readonly kind: "channel"; readonly id_project?: number }
  | { readonly kind: "camera"; readonly id_project?: number }
  | {
      readonly kind: "snag";
      readonly id_project?: number;
      /** A pressed position on a floor plan, 0..1 from its upper left corner. */
      readonly place?: { readonly id_sheet: number; readonly x: number; readonly y: number };
      readonly captured?: CapturedItem;
    };

/** An item that was added while the screen was locked and becomes this snag. */
export interface CapturedItem {
  readonly guid: string;
  readonly text: string;
  readonly photos: readonly File[];
  /** SHA-256 of each photo, from when it was stored. */
  readonly sha256: readonly string[];
  /** When it was added, by the clock of the device, in milliseconds since the epoch. */
  readonly at: number;
  /** Called when the snag and all its photos have arrived. */
  readonly onCreated: () => void;
}

const current = createStore<Creation | null>(null);

/** Opens the modal of a creation from anywhere: the create menu, an empty state, a project's page. */
export const startCreation = (creation: Creation): void => current.set(creation);
export const endCreation = (): void => current.set(null);
export const useCreation = () => useStore(current);
