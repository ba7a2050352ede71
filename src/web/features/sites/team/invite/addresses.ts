/**
 * Splits a pasted list of addresses: separated by commas, semicolons, spaces or line breaks, some with a name before
 * them (`Site Office <office@site.example>`). Without duplicates, in order; invalid addresses are kept, for the server
 * to report.
 */
export function addressesIn(text: string): string[] {
  const pieces = text.split(/[,;\n\r\t]+/).flatMap((piece) => {
    const named = [...piece.matchAll(/<([^<>]*)>/g)].map(([, address = ""]) => address);
    return named.length > 0 ? named : piece.split(/\s+/);
  });
  return unique(pieces.map((piece) => piece.trim().replace(/^mailto:/i, "")).filter((piece) => piece !== ""));
}

/** Keeps the first of addresses that differ only in case. */
export function unique(addresses: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const address of addresses) {
    const key = address.toLowerCase();
    if (!seen.has(key)) seen.set(key, address);
  }
  return [...seen.values()];
}

/** Whether the input contains a separator, so that the part before it can become a chip. */
export const isSeparated = (typed: string): boolean => /[,;\n\r\t\s]/.test(typed.trimStart());
