/**
 * What went wrong with a call to an outside service.
 *
 * - `silent`: no answer, or none in time.
 * - `busy`: it asks to wait (429, or its own way of saying so), also when `wait` is not known.
 * - `broken`: it went wrong inside the service (5xx), or the answer cannot be read.
 * - `denied`: it does not take the token (401), or not for this (403).
 * - `missing`: there is no such thing there (404, 410).
 * - `refused`: anything else that it says no to.
 */
export type OutsideTrouble = "silent" | "busy" | "broken" | "denied" | "missing" | "refused";

export interface OutsideFailureDetail {
  readonly trouble: OutsideTrouble;
  /** Of the answer; 0 when there was none. */
  readonly status?: number;
  /** The service's own name for it, where it gives one. */
  readonly code?: string;
  /** Seconds that the service wants to be left alone, where it says so. */
  readonly wait?: number | undefined;
  /** The call may have been carried out all the same: look before it is made again. */
  readonly isUnsure?: boolean;
  /** The answer's body, parsed where it is JSON, otherwise its text. */
  readonly body?: unknown;
}

/** An outside service was reached and says no, or was not reached: in English, without secrets. */
export class OutsideFailure extends Error {
  readonly trouble: OutsideTrouble;
  readonly status: number;
  readonly code: string;
  readonly wait: number | undefined;
  readonly isUnsure: boolean;
  /** Not among its own properties: what is written into logs must not carry it along. */
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

/** By its status alone. */
export function troubleOf(status: number): OutsideTrouble {
  if (status === 429) return "busy";
  if (status === 408) return "silent";
  if (status >= 500) return "broken";
  if (status === 401 || status === 403) return "denied";
  if (status === 404 || status === 410) return "missing";
  return "refused";
}
