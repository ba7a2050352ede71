import { request } from "node:http";

/** Posts a call with a forged host in its headers. Returns its status. */
export async function postWithHost(
  origin: string,
  path: string,
  host: string,
  body: object,
): Promise<number> {
  const reply = await fetch(new URL("/api/csrf-token", origin));
  const { data } = (await reply.json()) as { data: { token: string } };
  const text = JSON.stringify(body);
  // Not fetch, which sets its own Host header.
  const sent = request(new URL(path, origin), {
    method: "POST",
    headers: {
      host,
      "x-forwarded-host": host,
      "x-forwarded-proto": "https",
      forwarded: `host=${host}`,
      cookie: reply.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; "),
      "x-csrf-token": data.token,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    },
  });
  return new Promise((resolve, reject) => {
    sent.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end(text);
  });
}
