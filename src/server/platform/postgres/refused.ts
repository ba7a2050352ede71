/** Why the database was not started. Every code comes with a message that says what to do. */
export type PostgresRefusalCode =
  | "unreachable-directory"
  | "not-permitted"
  | "unsupported-path"
  | "no-binaries"
  | "unusable-binaries"
  | "no-account"
  | "not-a-database"
  | "newer-data"
  | "older-data"
  | "running-elsewhere"
  | "start-in-progress"
  | "initdb-failed"
  | "did-not-start";

/** An expected reason not to start: `message` is meant for the operator, without a stack. */
export class PostgresRefused extends Error {
  override readonly name = "PostgresRefused";
  readonly code: PostgresRefusalCode;

  constructor(code: PostgresRefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
