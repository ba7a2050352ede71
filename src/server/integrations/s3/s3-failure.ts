/** The service refused, or did not answer. */
export class S3Failure extends Error {
  /** 0 when there was no answer, or none that was complete. */
  readonly status: number;
  /** The service's error code: `NoSuchKey`, `AccessDenied`; `Unreachable`, `Timeout`, `Away` and `Incomplete` are ours. */
  readonly kind: string;

  constructor(status: number, kind: string, detail: string = kind) {
    super(detail);
    this.name = "S3Failure";
    this.status = status;
    this.kind = kind;
  }

  /** Whether a retry may succeed. */
  get isPassing(): boolean {
    return (
      this.status === 0 || this.status === 429 || (this.status >= 500 && ![501, 507].includes(this.status))
    );
  }
}
