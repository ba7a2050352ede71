/** Why a backup was not made, or nothing restored: a sentence for the person at the terminal, without a stack. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}
