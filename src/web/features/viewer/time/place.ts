import type { Moment } from "#contract/viewer.ts";
import type { Signal } from "../signal.ts";
import type { Dates } from "./dates.ts";

/** Where one stands, in time. */
export interface Place {
  readonly dates: Dates;
  /** The dates of the spot, oldest first, this one among them; empty until they are known. */
  readonly moments: Signal<readonly Moment[]>;
  readonly isComparing: Signal<boolean>;
}
