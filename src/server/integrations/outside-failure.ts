/**
 * Kind of failure of a call to an external service.
 *
 * - `silent`: no answer, or a timeout.
 * - `busy`: it asks to wait (429, or its own form of it), also when `wait` is not known.
 * - `broken`: an error inside the service (5xx), or an unreadable answer.
 * - `denied`: it rejects the token (401), or its permissions (403).
 * - `missing`: there is no such resource (404, 410).
 * - `refused`: any other refusal.
 */
export type OutsideTrouble = "silent" | "busy" | "broken" | "denied" | "missing" | "refused";

export interface OutsideFailureDetail {
  readonly trouble: OutsideTrouble;
  /** Status of the answer; 0 when there was none. */
  readonly status?: number;
  /** The service's own error code, where it gives one. */
  readonly code?: string;
  /** Seconds to wait, where the service gives them. */
  readonly wait?: number | undefined;
  /** The call may have been carried out nevertheless: check before retrying. */
  readonly isUnsure?: boolean;
  /** The answer's body, parsed where it is JSON, otherwise its text. */
  readonly body?: unknown;
}

/** An external service refused, or was not reached: message in English, without secrets. */
export class OutsideFailure extends Error {
  readonly trouble: OutsideTrouble;
  readonly status: number;
  readonly code: string;
  readonly wait: number | undefined;
  readonly isUnsure: boolean;
  /** A private field: logging the error must not include it. */
  readonly #body: unknown;

  constructor(message: string, detail: OutsideFailureDetail) {
    super(message);
    this.name = "OutsideFailure";
    this.trouble = detail.trouble;
    this.status = detail.status ?? 0;
    this.code = detail.code ?? "";
    this.wait = detail.wait;
    this.isUnsure = detail.isUnsure ?? false;
    this.#body = detail.body;
  }

  get body(): unknown {
    return this.#body;
  }
}

/** Derived from the status alone. */
export function troubleOf(status: number): OutsideTrouble {
  if (status === 429) return "busy";
  if (status === 408) return "silent";
  if (status >= 500) return "broken";
  if (status === 401 || status === 403) return "denied";
  if (status === 404 || status === 410) return "missing";
  return "refused";
}
