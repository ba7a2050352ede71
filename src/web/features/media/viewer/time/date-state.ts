import type { Moment } from "#contract/viewer.ts";
import type { Store } from "#web/lib/store.ts";
import type { Dates } from "./dates.ts";

/** Where one stands, in time. */
export interface DateState {
  readonly dates: Dates;
  /** The dates of the spot, oldest first, this one among them; empty until they are known. */
  readonly moments: Store<readonly Moment[]>;
  readonly isComparing: Store<boolean>;
  /** Whether the dates of the room on the screen are known. */
  readonly isAsked: Store<boolean>;
  /** Whether there are other dates at all: then a room without a counterpart can be compared with a chosen one. */
  readonly hasOthers: Store<boolean>;
}
