/** Why a file is no plan: a refusal of the contract, or `PAGE`, a page that the file has not. */
export type Refusal = "PLAN_TYPE" | "PLAN_UNREADABLE" | "IMAGE_PIXELS" | "PAGE";

/** The file is at fault, and will be the next time too. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(refusal, options);
    this.name = "Refused";
    this.refusal = refusal;
  }
}
