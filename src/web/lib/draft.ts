import { useCallback, useMemo, useState } from "react";

/** Lists are equal with the same items in the same order. */
const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) ||
  (Array.isArray(a) &&
    Array.isArray(b) &&
    a.length === b.length &&
    a.every((one, at) => Object.is(one, b[at])));

/** Fields whose value in `edits` differs from the one in `base`: a change and its reversal are no change. */
export function changesOf<T extends object>(base: T, edits: Partial<T>): Partial<T> {
  const fields = Object.keys(edits) as (keyof T)[];
  return Object.fromEntries(
    fields.filter((field) => !isSame(edits[field], base[field])).map((field) => [field, edits[field]]),
  ) as Partial<T>;
}

export type FieldRefusals<T> = Partial<Record<keyof T, string>>;

/** Props that a form field gets from its draft. */
export interface Bound<V> {
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly error: string | undefined;
}

export interface Draft<T extends object> {
  readonly values: T;
  /** Body of an update: only the changed fields. */
  readonly changes: Partial<T>;
  readonly isChanged: boolean;
  readonly errors: FieldRefusals<T>;
  set<K extends keyof T>(field: K, value: T[K]): void;
  /** `<TextField label={…} {...draft.bind("name")} />` */
  bind<K extends keyof T>(field: K): Bound<T[K]>;
  /** Messages at fields. A field loses its message when it is edited. */
  setErrors(errors: FieldRefusals<T>): void;
  has(field: keyof T): boolean;
  /** Discards all edits. After saving, `base` brings the saved values. */
  clear(): void;
}

/**
 * A form over a record. It stores only the edits, so other users' changes (`base` is new) appear in every field that
 * was not edited here, and edits are never lost to a refetch.
 */
export function useDraft<T extends object>(base: T): Draft<T> {
  const [edits, setEdits] = useState<Partial<T>>({});
  const [errors, setErrors] = useState<FieldRefusals<T>>({});
  const changes = useMemo(() => changesOf(base, edits), [base, edits]);
  const set = useCallback(<K extends keyof T>(field: K, value: T[K]) => {
    setEdits((before) => ({ ...before, [field]: value }));
    setErrors((before) => {
      if (before[field] === undefined) return before;
      const { [field]: _, ...rest } = before;
      return rest as FieldRefusals<T>;
    });
  }, []);
  const clear = useCallback(() => {
    setEdits({});
    setErrors({});
  }, []);
  const values = { ...base, ...changes };
  return {
    values,
    changes,
    isChanged: Object.keys(changes).length > 0,
    errors,
    set,
    bind: (field) => ({
      value: values[field],
      onChange: (value) => set(field, value),
      error: errors[field],
    }),
    setErrors,
    has: (field) => field in changes,
    clear,
  };
}
