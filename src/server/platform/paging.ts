/** The rows of one page and the count of all. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

export interface PageRequest {
  readonly page: number;
  readonly per_page: number;
}

export const offsetOf = ({ page, per_page }: PageRequest): number => (page - 1) * per_page;

/** Escapes `%`, `_` and `\` of a user's search text for LIKE. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
