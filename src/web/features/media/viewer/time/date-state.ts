import type { Moment } from "#contract/viewer.ts";
import type { Store } from "#web/lib/store.ts";
import type { Dates } from "./dates.ts";

/** The dates of the current spot. */
export interface DateState {
  readonly dates: Dates;
  /** The dates of the spot, oldest first, including this one; empty until they are loaded. */
  readonly moments: Store<readonly Moment[]>;
  readonly isComparing: Store<boolean>;
  /** Whether the dates of the room on the screen are loaded. */
  readonly isAsked: Store<boolean>;
  /** Whether there are other dates at all: then a room without a counterpart can be compared with a selected one. */
  readonly hasOthers: Store<boolean>;
}
