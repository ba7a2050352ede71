import { createServer, type Server, type Socket } from "node:net";

/** A listening Unix socket that only shows that its process is alive: the system closes it at any death. */
export interface Beacon {
  close(): void;
}

/** Listens on `path` without keeping the process alive. */
export function lightBeacon(path: string): Promise<Beacon> {
  return new Promise((resolve, reject) => {
    const visitors = new Set<Socket>();
    const server: Server = createServer((socket) => {
      visitors.add(socket);
      socket.unref();
      socket.on("error", () => undefined);
      socket.on("close", () => visitors.delete(socket));
    });
    server.once("error", reject);
    server.listen(path, () => {
      server.unref();
      resolve({
        close() {
          server.close();
          for (const socket of visitors) socket.destroy();
        },
      });
    });
  });
}
