import type { ErrorCode } from "#contract/errors.ts";
import type { SubjectName } from "#contract/kinds.ts";
import { AppError } from "./errors.ts";
import type { SessionUser } from "./session.ts";

/** Record types that policies load; the domains add theirs by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Subjects {}

type RecordOf<S extends SubjectName> = S extends keyof Subjects ? Subjects[S] : never;

declare const authorized: unique symbol;
/** A record that a policy has authorised for the caller. A repository's writes accept nothing less. */
export type Authorized<T> = T & { readonly [authorized]: true };

/** One action on a kind of record. */
export interface Right<Standing extends string = string> {
  /** Its description, as in the manual: "see the project". */
  readonly allows: string;
  /** Roles that have it: standings towards the record, and `super_admin` where included. */
  readonly to: readonly (Standing | "super_admin")[];
  /** It changes nothing, so that the demo account has it as well. */
  readonly reads?: true;
  /** Not granted while the project is inactive or not validated. */
  readonly whileOpen?: true;
}

/** Rights on one kind of record, as data: policies decide by it, and docs/permissions.md is generated from it. */
export interface Rights<Verb extends string = string, Standing extends string = string> {
  /** Description of the records, and of how a user gets a standing towards one. */
  readonly about: string;
  readonly verbs: Readonly<Record<Verb, Right<Standing>>>;
}

/** Preserves the names of the verbs. */
export const rightsFor =
  <Standing extends string>() =>
  <Verb extends string>(rights: Rights<Verb, Standing>): Rights<Verb, Standing> =>
    rights;

/**
 * The rights of one caller by a table: the caller's standings towards the record, and whether its project is open. A
 * guest has no right by any table: public actions are `public` in the contract.
 */
export function flagsBy<Verb extends string, Standing extends string>(
  rights: Rights<Verb, Standing>,
  user: SessionUser | null,
  standings: readonly Standing[],
  isOpen = true,
): Readonly<Record<Verb, boolean>> {
  const answer = ({ to, reads, whileOpen }: Right<Standing>) =>
    user !== null &&
    to.some((who) => (who === "super_admin" && user.super_admin) || standings.includes(who as Standing)) &&
    (reads === true || !user.is_demo) &&
    (isOpen || whileOpen !== true);
  const entries = Object.entries<Right<Standing>>(rights.verbs);
  return Object.fromEntries(entries.map(([verb, right]) => [verb, answer(right)])) as Record<Verb, boolean>;
}

/**
 * Rights on one kind of record, in one place. `flags` is the whole result: the gate reads it, and the responses carry
 * it as `can`, so that no screen decides again. It comes from the table by `flagsBy`.
 */
export interface Policy<T> {
  readonly rights: Rights;
  /** Finds the record by id or code, with the data about this user that `flags` needs. Deleted ones are not found. */
  load(key: number | string, user: SessionUser | null): Promise<T | undefined>;
  flags(record: T, user: SessionUser | null): Readonly<Record<string, boolean>>;
  /**
   * Whether the user may know that the record exists. Without it, `view` decides, or any right where the table has no
   * `view`.
   */
  sees?(record: T, user: SessionUser): boolean;
  /** The refusal's code for a record that the user sees, when it is more specific than FORBIDDEN. */
  refusal?(record: T, verb: string): ErrorCode;
  /** The code for a record that is missing or not seen, where the specification defines it; otherwise NOT_FOUND. */
  absent?(verb: string, user: SessionUser): ErrorCode;
}

export type Policies = { readonly [S in SubjectName]: Policy<RecordOf<S>> };

/**
 * Loads the record and decides. A record that the user may not see is refused exactly as one that never existed:
 * NOT_FOUND, or the code of `absent`. Throws UNAUTHENTICATED for a guest, the policy's refusal where the record is
 * seen.
 */
export async function authorize<T>(
  policy: Policy<T>,
  verb: string,
  key: number | string,
  user: SessionUser | null,
): Promise<Authorized<T>> {
  const record = await policy.load(key, user);
  const flags = record === undefined ? {} : policy.flags(record, user);
  if (record !== undefined && flags[verb] === true) return record as Authorized<T>;
  if (user === null) throw new AppError("UNAUTHENTICATED");
  const isSeen = record !== undefined && (policy.sees?.(record, user) ?? isShownBy(flags));
  if (!isSeen) throw new AppError(policy.absent?.(verb, user) ?? "NOT_FOUND");
  throw new AppError(policy.refusal?.(record, verb) ?? "FORBIDDEN");
}

const isShownBy = (flags: Readonly<Record<string, boolean>>): boolean =>
  flags["view"] ?? Object.values(flags).includes(true);
