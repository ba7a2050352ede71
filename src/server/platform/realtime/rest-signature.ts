import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Credentials } from "./signature.ts";

export interface SignedRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly body: Buffer;
}

/** Seconds that the clocks of both sides may differ. */
const SKEW = 600;

/**
 * The reason why a call of the REST interface is not validly signed by a holder of the secret just now; undefined when
 * it is. Signed is the method, the path and the query, sorted by its names in lower case and unescaped; the query holds
 * the body's MD5, which is the protocol's choice and protects nothing by itself.
 */
export function signatureProblem(
  { key, secret }: Credentials,
  request: SignedRequest,
  seconds: number,
): string | undefined {
  const [path = "", search = ""] = request.url.split("?", 2);
  const query = new Map([...new URLSearchParams(search)].map(([name, value]) => [name.toLowerCase(), value]));
  const get = (name: string) => query.get(name) ?? "";
  if (get("auth_key") !== key) return "There is no app with this auth_key.";
  if (get("auth_version") !== "1.0") return "auth_version must be 1.0.";
  const given = Buffer.from(get("auth_signature"));
  query.delete("auth_signature");
  const expected = Buffer.from(
    createHmac("sha256", secret)
      .update(textOf(request.method, path, query))
      .digest("hex"),
  );
  if (expected.length !== given.length || !timingSafeEqual(expected, given))
    return "auth_signature does not fit the request.";
  const timestamp = get("auth_timestamp");
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) - seconds) > SKEW)
    return `auth_timestamp is more than ${SKEW} seconds away from ${Math.round(seconds)}.`;
  const md5 = createHash("md5").update(request.body).digest("hex");
  if (request.body.length > 0 && get("body_md5") !== md5) return "body_md5 does not fit the body.";
  return undefined;
}

/** The signed text, as defined by the protocol. */
export function textOf(method: string, path: string, query: ReadonlyMap<string, string>): string {
  const pairs = [...query]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return [method.toUpperCase(), path, pairs.join("&")].join("\n");
}
