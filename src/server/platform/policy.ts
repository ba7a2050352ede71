import type { SubjectName } from "#contract/endpoint.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { AppError } from "./errors.ts";
import type { SessionUser } from "./session.ts";

/** What each policy loads; the domains add theirs by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Subjects {}

type RecordOf<S extends SubjectName> = S extends keyof Subjects ? Subjects[S] : never;

declare const authorized: unique symbol;
/** A record that a policy has let the caller have. A repository's writes accept nothing less. */
export type Authorized<T> = T & { readonly [authorized]: true };

/** One thing that can be done with a kind of record. */
export interface Right<Standing extends string = string> {
  /** What it is, as the manual says it: "see the project". */
  readonly allows: string;
  /** Who may: standings towards the record, and `super_admin` where those may, too. */
  readonly to: readonly (Standing | "super_admin")[];
  /** It changes nothing, so that the demo account has it as well. */
  readonly reads?: true;
  /** Nobody has it while the project is inactive or not validated. */
  readonly whileOpen?: true;
}

/** Who may do what with one kind of record, as data: policies decide by it, and docs/permissions.md is made from it. */
export interface Rights<Verb extends string = string, Standing extends string = string> {
  /** What the records are, and how somebody gets a standing towards one. */
  readonly about: string;
  readonly verbs: Readonly<Record<Verb, Right<Standing>>>;
}

/** Keeps the names of the verbs. */
export const rightsFor =
  <Standing extends string>() =>
  <Verb extends string>(rights: Rights<Verb, Standing>): Rights<Verb, Standing> =>
    rights;

/**
 * The answers of a table for one caller: his standings towards the record, and whether what it belongs to is open.
 * Somebody who is not signed in has no right by any table: what everybody may do is `public` in the contract.
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
 * Who may do what with one kind of record, in one place. `flags` is the whole answer: the gate reads it, and the
 * replies carry it as `can`, so that no screen judges again. It comes from the table by `flagsBy`.
 */
export interface Policy<T> {
  readonly rights: Rights;
  /** Finds the record by id or code, with what `flags` needs to know about this user. Deleted ones are not found. */
  load(key: number | string, user: SessionUser | null): Promise<T | undefined>;
  flags(record: T, user: SessionUser | null): Readonly<Record<string, boolean>>;
  /** The refusal's code, when it is more telling than FORBIDDEN. */
  refusal?(record: T, verb: string): ErrorCode;
}

export type Policies = { readonly [S in SubjectName]: Policy<RecordOf<S>> };

/** Loads the record and decides. Throws NOT_FOUND, UNAUTHENTICATED for a guest, or the policy's refusal. */
export async function authorize<T>(
  policy: Policy<T>,
  verb: string,
  key: number | string,
  user: SessionUser | null,
): Promise<Authorized<T>> {
  const record = await policy.load(key, user);
  if (record === undefined) throw new AppError(user === null ? "UNAUTHENTICATED" : "NOT_FOUND");
  if (policy.flags(record, user)[verb] === true) return record as Authorized<T>;
  if (user === null) throw new AppError("UNAUTHENTICATED");
  throw new AppError(policy.refusal?.(record, verb) ?? "FORBIDDEN");
}
