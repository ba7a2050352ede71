/** Why a file is no floor plan: an error of the contract, or `PAGE`, a page that the file does not have. */
export type Refusal = "PLAN_TYPE" | "PLAN_UNREADABLE" | "IMAGE_PIXELS" | "PAGE";

/** The file is at fault, and would fail again. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(refusal, options);
    this.name = "Refused";
    this.refusal = refusal;
  }
}
