/**
 * Markup that is inserted into a page unescaped. Only this file creates it, so a name cannot become markup by
 * oversight.
 */
export class Html {
  readonly markup: string;

  /** @param markup trusted: a literal of this code base, or text that has been escaped. */
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | readonly Html[] | string | number | null;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Safe between tags and within quoted attributes. */
export function escapeText(value: string): string {
  return value.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter);
}

/** Markup with values in it. Values that are not `Html` are escaped; null yields nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(toMarkup)));
}

function toMarkup(part: Part): string {
  if (part === null) return "";
  if (part instanceof Html) return part.markup;
  if (typeof part === "object") return part.map(toMarkup).join("\n    ");
  return escapeText(String(part));
}

/**
 * A value for a `<script type="application/json">`. Entities are not parsed there, so the characters that could end the
 * script or open a comment are written as JSON escapes.
 */
export function json(value: unknown): Html {
  const letters = /[<>&\u2028\u2029]/g;
  const escape = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return new Html(JSON.stringify(value).replaceAll(letters, escape));
}

/**
 * Fills the `%NAME%` placeholders of a page in one pass, so that a value that contains such a placeholder stays as it
 * is. Placeholders without a value stay, too: a percent sign in a script is left alone.
 */
export function fill(page: string, values: Readonly<Record<string, Html>>): string {
  return page.replaceAll(/%([A-Z_]+)%/g, (place, name: string) => values[name]?.markup ?? place);
}

/** A name as a CSS string, for a `<style>`, where entities are not parsed. Only letters, digits and spaces are kept. */
export function cssName(name: string): Html {
  return new Html(`"${name.replaceAll(/[^\p{L}\p{N} ]/gu, "")}"`);
}
