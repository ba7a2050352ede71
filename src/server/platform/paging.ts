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

/** A page of `total` rows by the shorter way: in the opposite order when it is nearer to the end. */
export function spanOf(
  request: PageRequest,
  total: number,
): { readonly isReverse: boolean; readonly limit: number; readonly offset: number } {
  const before = offsetOf(request);
  const limit = Math.max(0, Math.min(request.per_page, total - before));
  const after = Math.max(0, total - before - limit);
  return after < before
    ? { isReverse: true, limit, offset: after }
    : { isReverse: false, limit, offset: before };
}

/** Escapes `%`, `_` and `\` of a user's search text for LIKE. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
