import type { ViewerVisit } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import type { Panorama, View } from "#panorama/types.ts";

/** Why no picture is shown; the interface renders the text. */
export type Trouble =
  | { readonly kind: "room"; readonly room: Room; readonly visit: ViewerVisit }
  /** The room was deleted while it was open. */
  | { readonly kind: "gone"; readonly room: Room }
  | { readonly kind: "tiles" }
  | { readonly kind: "restoring" };

export interface TourOptions {
  readonly visit: ViewerVisit;
  /** The room on the screen when the tour begins. */
  readonly room: Room | undefined;
  /** Undefined where the browser cannot render it; rooms are then shown flat. */
  readonly panorama: Panorama | undefined;
  /** Resolves when the first room is on the screen; rejects when it could not be loaded. */
  readonly shown: Promise<unknown>;
  /** Aborts with the page. */
  readonly signal: AbortSignal;
}

export interface GoOptions {
  readonly view?: Partial<View> | undefined;
  /** False when the address bar already has it. */
  readonly writesAddress?: boolean;
}
