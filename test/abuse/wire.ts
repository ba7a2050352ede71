import { connect } from "node:net";

/**
 * Sends bytes unchanged and returns everything received until the other side has finished: it closes, or is silent for
 * `patience` milliseconds.
 */
export function sendBytes(origin: string, bytes: string | Buffer, patience = 400): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    let heard = "";
    const socket = connect(Number(port), hostname);
    const end = () => {
      socket.destroy();
      resolve(heard);
    };
    socket.setTimeout(patience, end);
    socket.on("data", (chunk: Buffer) => {
      heard += chunk.toString("latin1");
    });
    socket.on("close", end);
    socket.on("error", end);
    socket.write(bytes);
  });
}

/** The status lines of the received responses. */
export const answersIn = (heard: string): string[] => heard.match(/HTTP\/1\.1 \d{3}/g) ?? [];
