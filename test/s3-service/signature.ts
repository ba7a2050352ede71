import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Refusal } from "./refusal.ts";

export interface Account {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const shape =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
/** Tolerated clock skew of the sender, in milliseconds. */
const skew = 15 * 60_000;

const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Verifies Signature Version 4, computed anew from the received request and the hash of its bytes. Throws the service's
 * refusal.
 */
export function checkSignature(request: IncomingMessage, url: URL, body: Buffer, account: Account): void {
  const [, id, day = "", region = "", names = "", signature] =
    shape.exec(request.headers.authorization ?? "") ?? [];
  if (signature === undefined) throw new Refusal(403, "AccessDenied", "Access Denied");
  if (id !== account.accessKeyId) throw new Refusal(403, "InvalidAccessKeyId");
  if (region !== account.region) throw new Refusal(400, "AuthorizationHeaderMalformed");
  const signed = names.split(";");
  checkCovered(request, signed);
  const time = String(request.headers["x-amz-date"]);
  checkTime(time, day);
  const told = request.headers["x-amz-content-sha256"];
  if (typeof told !== "string") throw new Refusal(400, "InvalidRequest", "x-amz-content-sha256 is missing");
  if (!/^[0-9a-f]{64}$/.test(told))
    throw new Refusal(501, "NotImplemented", "payloads are signed whole here");

  const path = decodeURIComponent(url.pathname).split("/").map(escaped).join("/");
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .join("&");
  const headers = signed.map((name) => `${name}:${spaced(String(request.headers[name] ?? ""))}\n`).join("");
  const canonical = [request.method, path, query, headers, names, told].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = [region, "s3", "aws4_request"].reduce(
    hmac as (key: Buffer, text: string) => Buffer,
    firstKey(),
  );
  if (hmac(key, text).toString("hex") !== signature) throw new Refusal(403, "SignatureDoesNotMatch");
  if (sha256(body) !== told) throw new Refusal(400, "XAmzContentSHA256Mismatch");

  function firstKey() {
    return hmac(`AWS4${account.secretAccessKey}`, day);
  }
}

const spaced = (value: string) => value.trim().replace(/\s+/g, " ");

/** Every header that affects the operation must be covered by the signature. */
function checkCovered({ headers }: IncomingMessage, signed: readonly string[]): void {
  if (signed.toSorted().join() !== signed.join()) throw new Refusal(400, "AuthorizationHeaderMalformed");
  const needed = ["host", ...Object.keys(headers).filter((name) => name.startsWith("x-amz-"))];
  if (!needed.every((name) => signed.includes(name)))
    throw new Refusal(403, "AccessDenied", "There were headers present in the request which were not signed");
}

function checkTime(time: string, day: string): void {
  const [, date = "", hours, minutes, seconds] = /^(\d{8})T(\d{2})(\d{2})(\d{2})Z$/.exec(time) ?? [];
  if (date !== day) throw new Refusal(403, "AccessDenied", "no date, or another one than that of the key");
  const at = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${hours}:${minutes}:${seconds}Z`;
  if (Math.abs(Date.parse(at) - Date.now()) > skew) throw new Refusal(403, "RequestTimeTooSkewed");
}
