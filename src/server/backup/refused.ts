/** Reason why a backup was not made, or nothing restored: a message for the user at the terminal, without a stack. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}
