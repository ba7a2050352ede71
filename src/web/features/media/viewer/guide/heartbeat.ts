import type { DataConnection } from "peerjs";

/** Milliseconds between two heartbeats. */
const beat = 2_000;
/**
 * Milliseconds without a heartbeat after which a browser counts as gone. The data channel itself notices only after
 * minutes.
 */
const silence = 7_000;

export interface Heartbeat {
  readonly heard: (line: DataConnection) => void;
  readonly stop: () => void;
}

/** Sends heartbeats, and closes connections without one for too long. */
export function startHeartbeat(lines: ReadonlyMap<string, DataConnection>, sayHere: () => void): Heartbeat {
  const heardAt = new WeakMap<DataConnection, number>();
  const timer = setInterval(() => {
    sayHere();
    for (const line of lines.values()) {
      const last = heardAt.get(line) ?? Date.now();
      heardAt.set(line, last);
      if (Date.now() - last > silence) line.close();
    }
  }, beat);
  return {
    heard: (line) => void heardAt.set(line, Date.now()),
    stop: () => clearInterval(timer),
  };
}
