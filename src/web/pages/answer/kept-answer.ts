import type { AnswerKind, SnagStatus } from "#contract/choices.ts";

/** A photo on this device, on its way to an answer. */
export interface KeptPhoto {
  /** Made here: the server recognizes a photo that is sent twice. */
  readonly guid: string;
  readonly file: File;
  readonly isSent: boolean;
}

/** An answer that is stored on this device until the server has it. */
export interface KeptAnswer {
  /** Made here: the server recognizes an answer that is sent twice. */
  readonly guid: string;
  /** The link that it belongs to. */
  readonly code: string;
  readonly snag: number;
  readonly kind: AnswerKind;
  readonly text: string;
  readonly photos: readonly KeptPhoto[];
  /** ISO 8601, by this device's clock. */
  readonly capturedAt: string;
  /** Milliseconds to add to it for the server's time; null while the clocks were never compared. */
  readonly clockOffset?: number | null;
  /** Increases with each answer on this device. */
  readonly order: number;
  /** Code of the server's error if it refused the answer; null while it waits for a connection. */
  readonly problem: string | null;
}

/** Input for a snag that was not sent. */
export interface AnswerDraft {
  readonly text: string;
  readonly photos: readonly KeptPhoto[];
}

export const noDraft: AnswerDraft = { text: "", photos: [] };

/** The status that an answer sets. */
export const statusAfter: Readonly<Record<AnswerKind, SnagStatus>> = {
  started: "in_work",
  done: "ready",
  disputed: "disputed",
};

/** The next answer to be sent. Undefined when each one was refused. */
export const nextAnswer = (answers: readonly KeptAnswer[]): KeptAnswer | undefined =>
  answers.filter(({ problem }) => problem === null).toSorted((a, b) => a.order - b.order)[0];
