/**
 * Texts, files of the contract and documents that are not yet rewritten in the language that `language-rules.ts` holds. The list
 * may only shrink: a source that is clean has to leave it.
 */
export const notYet: readonly string[] = [
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "docs/api.md",
  "docs/coverage.md",
  "docs/figures.md",
  "docs/integrations.md",
  "docs/operate.md",
  "docs/permissions.md",
  "docs/scale.md",
  "docs/security.md",
  "docs/upgrade.md",
];
