type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Only the fields that were sent: an absent one must not overwrite. */
export function definedOnly<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
