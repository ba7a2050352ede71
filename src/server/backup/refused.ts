/** Why a backup was not made, or nothing restored: a sentence for the person at the terminal, without a stack. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}

/** The `code` of a Node error, or "". */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";
