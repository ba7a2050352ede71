/** What a person at the terminal can change. */
export class MoveRefused extends Error {}
