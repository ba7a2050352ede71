import { connect, createServer, type Socket } from "node:net";
import { freePort } from "#test/chaos/server-process.ts";

/**
 * A connection to the server that can be cut, at an address of its own. No engine's driver cuts off everything:
 * workers, sockets, pages.
 */
export interface Line {
  readonly origin: string;
  /** Ends every connection; refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  end(): Promise<void>;
}

export async function openLine(origin: string): Promise<Line> {
  const { hostname, port: far } = new URL(origin);
  const port = await freePort();
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer((near) => {
    const beyond = connect(Number(far), hostname);
    keep(near, beyond);
    keep(beyond, near);
    near.pipe(beyond).pipe(near);
  });
  const mend = () => new Promise<void>((resolve) => void server.listen(port, hostname, resolve));
  const cut = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await mend();
  return { origin: `http://${hostname}:${port}`, cut, mend, end: cut };
}
