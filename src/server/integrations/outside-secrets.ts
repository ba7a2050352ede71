interface Sent {
  readonly url: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly secrets?: readonly string[];
}

/** Names of fields, parameters and headers whose values are secret wherever they are sent. */
const secretName = /token|secret|password|authorization|verifier|^code$|^key$|signature/i;

/** All secrets sent with a call. */
export function secretsOf({ url, query, headers, form, json, secrets = [] }: Sent): readonly string[] {
  const fields = [
    ...Object.entries(query ?? {}),
    ...Object.entries(headers ?? {}),
    ...Object.entries(form ?? {}),
    ...(json !== null && typeof json === "object" ? Object.entries(json) : []),
    ...new URL(url).searchParams,
  ];
  const named = fields.flatMap(([name, value]) =>
    secretName.test(name) && typeof value === "string" ? [value, ...value.split(" ").slice(1)] : [],
  );
  // Shorter ones would mask ordinary words.
  return [...secrets, ...named].filter((text) => text.length >= 6).sort((a, b) => b.length - a.length);
}

/** Returns `text` with the secrets removed, also in their URL-encoded form. */
export function hide(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (rest, secret) => rest.replaceAll(secret, "[cut]").replaceAll(encodeURIComponent(secret), "[cut]"),
    text,
  );
}
