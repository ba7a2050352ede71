import type { Comment } from "#contract/comments.ts";

/** A comment with its replies, oldest first. */
export interface Thread {
  readonly comment: Comment;
  readonly answers: readonly Comment[];
}

/** Groups comments, in the order of time, with their replies. A reply without its comment is separate. */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const beginnings = new Set(comments.filter(({ id_parent }) => id_parent === null).map(({ id }) => id));
  const stands = ({ id_parent }: Comment) => id_parent === null || !beginnings.has(id_parent);
  return comments.filter(stands).map((comment) => ({
    comment,
    answers: comments
      .filter(({ id_parent }) => id_parent === comment.id)
      .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id),
  }));
}

/** The thread before or after this time; a step from the current one never leads to the same time. */
export function beside(threads: readonly Thread[], seconds: number, step: 1 | -1): Thread | undefined {
  const near = 0.25;
  return step === 1
    ? threads.find(({ comment }) => comment.seconds > seconds + near)
    : threads.findLast(({ comment }) => comment.seconds < seconds - near);
}
