import { fold } from "./fold.ts";

interface Ranked {
  readonly title: string;
  readonly code: string;
}

/**
 * Ranks like the server: exact matches of title or code first, ignoring case; then by title, as the reader's language
 * sorts.
 */
export function rank<T extends Ranked>(hits: readonly T[], typed: string, locale: string): T[] {
  const sought = fold(typed);
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const isExact = ({ title, code }: Ranked) => fold(title) === sought || fold(code) === sought;
  return [...hits].sort((a, b) => Number(isExact(b)) - Number(isExact(a)) || compare(a.title, b.title));
}
