import type { Access, RecordAccess } from "#contract/endpoint.ts";
import type { SubjectName } from "#contract/kinds.ts";
import { AppError } from "../errors.ts";
import { authorize, type Policies, type Policy } from "../policy.ts";
import type { SessionUser } from "../session.ts";

/** The parsed input by field name, to find the id that the access rule names. */
export class Inputs {
  readonly #parts: readonly unknown[];

  constructor(...parts: readonly unknown[]) {
    this.#parts = parts;
  }

  with(part: unknown): Inputs {
    return new Inputs(...this.#parts, part);
  }

  get(field: string): unknown {
    for (const part of this.#parts) {
      if (typeof part === "object" && part !== null && Object.hasOwn(part, field))
        return (part as Record<string, unknown>)[field];
    }
    return undefined;
  }
}

/** Loads the record of the access rule, and lets its policy decide. Returns it, or undefined where no rule names one. */
export async function allowed(
  access: Access,
  policies: Policies,
  input: Inputs,
  user: SessionUser | null,
): Promise<unknown> {
  if (typeof access === "string") return undefined;
  const key = input.get(access.by);
  if (typeof key !== "number" && typeof key !== "string") throw new AppError("VALIDATION");
  const { policy, verb } = policyOf(access, policies);
  return authorize(policy, verb, key, user);
}

function policyOf(access: RecordAccess, policies: Policies): { policy: Policy<unknown>; verb: string } {
  const dot = access.can.indexOf(".");
  return { policy: policies[access.can.slice(0, dot) as SubjectName], verb: access.can.slice(dot + 1) };
}

/** Throws at the start-up when a policy does not know the verb of a route. */
export function checkVerb(route: string, access: Access, policies: Policies): void {
  if (typeof access === "string") return;
  const { policy, verb } = policyOf(access, policies);
  if (policy === undefined || !Object.hasOwn(policy.rights.verbs, verb))
    throw new Error(`${route}: no policy knows "${access.can}".`);
}
