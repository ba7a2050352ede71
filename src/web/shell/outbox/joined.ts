/** Parts in one line, each isolated, so that it keeps its own direction. */
export const joined = (parts: readonly string[]): string =>
  parts.flatMap((part) => (part === "" ? [] : [`\u2068${part}\u2069`])).join(" · ");
