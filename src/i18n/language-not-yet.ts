/**
 * Texts, files of the contract and documents that are not yet rewritten according to `language-rules.ts`. The list may
 * only shrink: a clean source must be removed from it.
 */
export const notYet: readonly string[] = [];
