/** A refusal whose reason the operator can change. */
export class MoveRefused extends Error {}
