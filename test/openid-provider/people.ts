/** A user with accounts at all three providers. `null`: the provider does not return it. */
export interface Person {
  readonly sub: string;
  readonly given_name: string;
  readonly family_name: string;
  /** At X. */
  readonly username: string;
  readonly email: string | null;
  /** Returned by Google only. */
  readonly email_verified: boolean;
}

let count = 0;

/** A fresh one each time, by default. */
export function somebodyElsewhere(change: Partial<Person> = {}): Person {
  count += 1;
  const sub = `${1_000_000_000 + count}`;
  return {
    sub,
    given_name: "Site",
    family_name: "Guest",
    username: `guest_${sub}`,
    email: `guest-${sub}@example.org`,
    email_verified: true,
    ...change,
  };
}
