import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, request as ask, type IncomingHttpHeaders } from "node:http";
import { createSecureServer } from "node:http2";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

export interface TlsFront {
  readonly origin: string;
  close(): Promise<void>;
}

/** Of a connection and not of a message: HTTP/2 forbids them. */
const ofConnection: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

/**
 * HTTPS and HTTP/2 in front of servers on this machine, as the reverse proxy of an installation provides them: a phone
 * on a mobile network reaches no other. Needs `openssl` for the certificate, which Chromium accepts only with a switch.
 */
export async function openFronts(folder: string): Promise<(origin: string) => Promise<TlsFront>> {
  const [key, cert] = [join(folder, "front.key"), join(folder, "front.crt")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  await promisify(execFile)("openssl", [
    "req",
    "-x509",
    ...curve,
    "-days",
    "2",
    ...subject,
    "-keyout",
    key,
    "-out",
    cert,
  ]);
  const pair = { key: await readFile(key), cert: await readFile(cert) };
  return (origin) => openFront(pair, origin);
}

async function openFront(
  pair: { readonly key: Buffer; readonly cert: Buffer },
  origin: string,
): Promise<TlsFront> {
  const behind = new URL(origin);
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer({ ...pair, allowHTTP1: true });
  server.on("request", (request, response) => {
    const headers = {
      ...plain(request.headers),
      host: String(request.headers[":authority"] ?? request.headers.host),
      "x-forwarded-proto": "https",
      "x-forwarded-for": "127.0.0.1",
    };
    const { method, url: path } = request;
    const passed = ask(origin, { agent, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, plain(answer.headers));
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  });
  // Sockets of browsers come over HTTP/1.1.
  server.on("upgrade", (request, wire, head) => {
    const inner = connect(Number(behind.port), behind.hostname, () => {
      const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
      inner.write(`GET ${request.url} HTTP/1.1\r\n${lines.join("")}x-forwarded-proto: https\r\n\r\n`);
      inner.write(head);
      inner.pipe(wire).pipe(inner);
    });
    for (const [one, other] of [
      [inner, wire],
      [wire, inner],
    ] as const)
      one.on("error", () => other.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
    session.on("error", () => undefined);
  });
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const session of sessions) session.destroy();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const plain = (headers: IncomingHttpHeaders): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(":") || ofConnection.has(name) || value === undefined ? [] : [[name, value]],
    ),
  );
