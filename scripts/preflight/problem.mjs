/** A problem that the user can fix: printed as its sentence, never with a stack. */
export class Problem extends Error {}

/** @param {string} sentence */
export function say(sentence) {
  console.log(`sitewalk: ${sentence}`);
}

/** "3.2 s" since a `performance.now()`. @param {number} since */
export function secondsSince(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
