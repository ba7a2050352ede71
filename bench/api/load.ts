import { Agent, type OutgoingHttpHeaders, request } from "node:http";

export interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  /** Fixed, or created anew for each call. */
  readonly body?: string | (() => string);
}

/** Connections kept open and used concurrently. */
const CONNECTIONS = 8;
let addresses = 0;

/**
 * Sends a call `count` times and returns how long each took, in milliseconds. Every connection uses a new loopback
 * address, so the product's per-address limit stays unchanged and is never reached. Throws at the first answer that is
 * not a success.
 */
export async function repeat(
  origin: string,
  call: Call,
  count: number,
  connections = CONNECTIONS,
): Promise<number[]> {
  let left = count;
  const times: number[] = [];
  const work = async () => {
    addresses += 1;
    const localAddress = `127.1.${(addresses >> 8) & 255}.${addresses & 255}`;
    const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
    while (left-- > 0) {
      const begin = performance.now();
      await send(origin, call, agent);
      times.push(performance.now() - begin);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return times;
}

/** Returns the text of one answer. */
export function send(origin: string, call: Call, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { method: call.method, headers: call.headers, ...(agent && { agent }) };
    const sent = request(new URL(call.path, origin), options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200 || response.statusCode === 201) resolve(text);
        else reject(new Error(`${call.method} ${call.path} answered ${response.statusCode}: ${text}`));
      });
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(typeof call.body === "function" ? call.body() : call.body);
  });
}
