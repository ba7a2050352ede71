import type { Grants } from "./grants.ts";
import type { SigningKeys } from "./keys.ts";
import type { Knobs } from "./knobs.ts";
import type { Person } from "./people.ts";

/** What the providers stand on. */
export interface State {
  readonly grants: Grants;
  readonly keys: SigningKeys;
  knobs: Knobs;
  /** Who sits before the browser. */
  person: Person;
}
