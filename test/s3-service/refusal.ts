/** A refusal of the service. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const notInContract = (what: string) =>
  new Refusal(501, "NotImplemented", `not in the contract: ${what}`);
