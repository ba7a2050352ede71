import type { ViewerVisit } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import type { Panorama, View } from "#panorama/types.ts";

/** What stands between the visitor and the picture, for the interface to put into words. */
export type Trouble =
  | { readonly kind: "room"; readonly room: Room; readonly visit: ViewerVisit }
  /** The room was removed while one stood in it. */
  | { readonly kind: "gone"; readonly room: Room }
  | { readonly kind: "tiles" }
  | { readonly kind: "restoring" };

export interface TourOptions {
  readonly visit: ViewerVisit;
  /** The room that is being shown when the tour begins. */
  readonly room: Room | undefined;
  /** Undefined where the browser cannot draw it; the rooms are then shown flat. */
  readonly panorama: Panorama | undefined;
  /** Settles when the first room is on the screen; rejects when it could not be loaded. */
  readonly shown: Promise<unknown>;
  /** Ends with the page. */
  readonly signal: AbortSignal;
}

export interface GoOptions {
  readonly view?: Partial<View> | undefined;
  /** False when the address bar says so already. */
  readonly writesAddress?: boolean;
}
