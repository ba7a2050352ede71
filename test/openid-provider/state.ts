import type { Grants } from "./grants.ts";
import type { SigningKeys } from "./keys.ts";
import type { Knobs } from "./knobs.ts";
import type { Person } from "./people.ts";

/** Shared state of the providers. */
export interface State {
  readonly grants: Grants;
  readonly keys: SigningKeys;
  knobs: Knobs;
  /** The user of the browser. */
  person: Person;
}
