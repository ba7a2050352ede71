/**
 * Counts the bytes of request bodies in what a browser sends on one connection (HTTP/1.1, with content lengths), by
 * method. After an upgrade nothing is counted.
 */
export function createBodyBytes(): {
  readonly of: (method: string) => number;
  /** A piece of what was sent, in order. */
  add(piece: Buffer): void;
} {
  const counted = new Map<string, number>();
  let head = "";
  let method = "";
  let left = 0;
  let isOver = false;

  const readHead = (piece: Buffer): Buffer => {
    const before = head.length;
    head += piece.toString("latin1");
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return Buffer.alloc(0);
    const rest = piece.subarray(end + 4 - before);
    method = /^[A-Z]+/.exec(head)?.[0] ?? "";
    left = Number(/\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end))?.[1] ?? 0);
    isOver = /\r\nupgrade:/i.test(head.slice(0, end));
    head = "";
    return isOver ? Buffer.alloc(0) : rest;
  };

  return {
    of: (wanted) => counted.get(wanted) ?? 0,
    add(piece) {
      let rest = isOver ? Buffer.alloc(0) : piece;
      while (rest.length > 0) {
        if (left === 0) rest = readHead(rest);
        const body = Math.min(left, rest.length);
        counted.set(method, (counted.get(method) ?? 0) + body);
        left -= body;
        rest = rest.subarray(body);
      }
    },
  };
}
