/**
 * Element that a journey looks for on a page: by role and name, by label, by text or, where it has no readable name, by
 * selector.
 */
export interface Target {
  readonly role?: string;
  /** The whole accessible name, or a pattern within it. */
  readonly name?: string | RegExp;
  readonly label?: string | RegExp;
  readonly text?: string | RegExp;
  readonly css?: string;
  /** Text contained in the element. */
  readonly has?: string | RegExp;
  /** The enclosing element. */
  readonly within?: Target;
  /** Index from 0 among all matches; the first if omitted. */
  readonly nth?: number;
}

export const role = (name: string, label?: string | RegExp, within?: Target): Target => ({
  role: name,
  ...(label !== undefined && { name: label }),
  ...(within !== undefined && { within }),
});
export const button = (name: string | RegExp, within?: Target): Target => role("button", name, within);
export const link = (name: string | RegExp, within?: Target): Target => role("link", name, within);
/** A field by words of its label, which may hold more: a required mark, a hint. */
export const field = (label: string | RegExp, within?: Target): Target => ({
  label: typeof label === "string" ? containing(label) : label,
  ...(within !== undefined && { within }),
});
export const text = (words: string | RegExp, within?: Target): Target => ({
  text: words,
  ...(within !== undefined && { within }),
});
export const css = (selector: string, within?: Target): Target => ({
  css: selector,
  ...(within !== undefined && { within }),
});

/** A pattern that matches text containing `words`. */
export const containing = (words: string): RegExp =>
  new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));

/** The target as JSON: patterns become objects, which `in-page.ts` converts back. */
export function asData(target: Target): unknown {
  return JSON.parse(
    JSON.stringify(target, (_, value: unknown) =>
      value instanceof RegExp ? { source: value.source, flags: value.flags } : value,
    ),
  );
}

/** The target in words, for messages. */
export function describe({ role, name, label, text, css, has, within, nth }: Target): string {
  const own = [
    role,
    name === undefined ? undefined : `"${name}"`,
    label === undefined ? undefined : `field "${label}"`,
    text === undefined ? undefined : `text "${text}"`,
    css,
    has === undefined ? undefined : `containing "${has}"`,
    nth === undefined ? undefined : `no. ${nth + 1}`,
  ].filter((part) => part !== undefined);
  return own.join(" ") + (within === undefined ? "" : ` in ${describe(within)}`);
}
