/**
 * The addresses of a list as people paste it: set apart by commas, semicolons, blanks or lines, some with a name
 * before them (`Site Office <office@site.example>`). Each once, in their order; what is no address stays, for the
 * server to say so.
 */
export function addressesIn(text: string): string[] {
  const pieces = text.split(/[,;\n\r\t]+/).flatMap((piece) => {
    const named = [...piece.matchAll(/<([^<>]*)>/g)].map(([, address = ""]) => address);
    return named.length > 0 ? named : piece.split(/\s+/);
  });
  return unique(pieces.map((piece) => piece.trim().replace(/^mailto:/i, "")).filter((piece) => piece !== ""));
}

/** The first of those that differ in their case only. */
export function unique(addresses: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const address of addresses) {
    const key = address.toLowerCase();
    if (!seen.has(key)) seen.set(key, address);
  }
  return [...seen.values()];
}

/** Whether what is typed holds the end of an address, so that the rest can become a chip. */
export const isSeparated = (typed: string): boolean => /[,;\n\r\t\s]/.test(typed.trimStart());
