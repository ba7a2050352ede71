/** First and last byte, both included, as in a Range header. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a Range header for an object of `bytes` bytes. Several ranges, other units and invalid values mean the whole
 * object, as RFC 9110 allows; a range behind the end is unsatisfiable; one that extends beyond it is cut.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | "whole" | "unsatisfiable" {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return "whole";
  if (first === "") {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? "unsatisfiable" : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "whole";
  if (start >= bytes) return "unsatisfiable";
  return { start, end: last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}
