/** The `code` of a Node or PostgreSQL error ("ENOENT", "57P03"), or "" for anything else. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "";
}

/** Whether a write failed because the disk, or its owner's quota, is full. */
export const isDiskFull = (error: unknown): boolean => ["ENOSPC", "EDQUOT"].includes(codeOf(error));
