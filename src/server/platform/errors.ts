import { type ErrorCode, errors, type FieldErrors } from "#contract/errors.ts";

/**
 * A refusal whose message is meant for the caller. Status and message come from the contract's table; `values` fill the
 * message's `{placeholders}` and are sent to the client for its own language.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldErrors | undefined;
  readonly values: Readonly<Record<string, string | number>>;

  constructor(
    code: ErrorCode,
    detail: { fields?: FieldErrors; values?: Record<string, string | number>; cause?: unknown } = {},
  ) {
    super(fill(errors[code].text, detail.values ?? {}), { cause: detail.cause });
    this.name = "AppError";
    this.code = code;
    this.status = errors[code].status;
    this.fields = detail.fields;
    this.values = detail.values ?? {};
  }
}

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
