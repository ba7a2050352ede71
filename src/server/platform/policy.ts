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

/**
 * Who may do what with one kind of record, in one place. `flags` is the whole answer: the gate reads it, and the
 * replies carry it as `can`, so that no screen judges again.
 */
export interface Policy<T> {
  readonly verbs: readonly string[];
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
