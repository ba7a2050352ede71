import { connect, createServer, type Socket } from "node:net";

/** A byte-transparent proxy between browsers and a server that can be cut. */
export interface CuttingProxy {
  readonly port: number;
  /** Number of open connections. */
  open(): number;
  /** Cuts all of them at both ends, without notice. */
  cut(): void;
  close(): Promise<void>;
}

/** Number of local addresses that connections appear to come from, in turn: each address may open only so many sockets. */
const addresses = 200;
let made = 0;

/** Opens one in front of a local server. */
export async function openCuttingProxy(target: number): Promise<CuttingProxy> {
  const wires = new Set<readonly [Socket, Socket]>();
  const end = () => {
    for (const wire of wires) for (const side of wire) side.resetAndDestroy();
  };
  const server = createServer({ noDelay: true }, (browser) => {
    made += 1;
    const localAddress = `127.3.0.${1 + (made % addresses)}`;
    const origin = connect({ port: target, host: "127.0.0.1", localAddress, noDelay: true });
    const wire = [browser, origin] as const;
    wires.add(wire);
    for (const [side, other] of [wire, [origin, browser] as const]) {
      side.pipe(other);
      side.on("error", () => other.destroy());
      side.on("close", () => {
        wires.delete(wire);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    open: () => wires.size,
    cut: end,
    async close() {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
