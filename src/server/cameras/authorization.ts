import { createHash, randomBytes } from "node:crypto";
import type { CameraSource } from "./source.ts";

/** A request to authorize: `uri` as in the request line. */
export interface Question {
  readonly method: string;
  readonly uri: string;
}

/** Answers a camera's challenge (RFC 7617, RFC 7616), over HTTP and RTSP. Counts its own answers. */
export interface Authorization {
  /** The header's value; undefined without a user name, or without a known challenge. */
  header(question: Question): string | undefined;
  /** Reads the challenges of a 401. False when none can be answered, or when it rejects the last answer. */
  learn(challenges: readonly string[]): boolean;
}

interface Digest {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: "MD5" | "SHA-256";
  readonly isSession: boolean;
  readonly hasQop: boolean;
}

/** `isEager`: whether Basic is sent without a challenge, which saves a request per file. */
export function createAuthorization({ username, password }: CameraSource, isEager = true): Authorization {
  let digest: Digest | undefined;
  let isBasic = isEager;
  let count = 0;
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

  return {
    header({ method, uri }) {
      if (username === "") return undefined;
      if (digest === undefined) return isBasic ? basic : undefined;
      count += 1;
      return answer(digest, { username, password, method, uri, count });
    },
    learn(challenges) {
      if (username === "") return false;
      const found = challenges.flatMap(readDigest).toSorted(strongestFirst)[0];
      if (found !== undefined) {
        // The same nonce again: it was answered, and the answer was wrong.
        if (digest !== undefined && digest.nonce === found.nonce) return false;
        digest = found;
        count = 0;
        return true;
      }
      const asksBasic = challenges.some((text) => /^\s*basic\b/i.test(text));
      if (!asksBasic || (isBasic && digest === undefined)) return false;
      isBasic = true;
      digest = undefined;
      return true;
    },
  };
}

const strongestFirst = (a: Digest, b: Digest) =>
  a.algorithm === b.algorithm ? 0 : a.algorithm === "MD5" ? 1 : -1;

function readDigest(challenge: string): Digest[] {
  if (!/^\s*digest\b/i.test(challenge)) return [];
  const fields = new Map(
    [...challenge.matchAll(/(\w+)\s*=\s*(?:"([^"]*)"|([^\s,]+))/g)].map(([, name = "", quoted, bare]) => [
      name.toLowerCase(),
      quoted ?? bare ?? "",
    ]),
  );
  const named = (fields.get("algorithm") ?? "MD5").toUpperCase();
  const algorithm = named.startsWith("SHA-256") ? "SHA-256" : named.startsWith("MD5") ? "MD5" : undefined;
  const [realm, nonce] = [fields.get("realm"), fields.get("nonce")];
  if (algorithm === undefined || realm === undefined || nonce === undefined) return [];
  const qop = fields.get("qop");
  return [
    {
      realm,
      nonce,
      algorithm,
      opaque: fields.get("opaque"),
      isSession: named.endsWith("-SESS"),
      hasQop: qop?.split(",").some((value) => value.trim() === "auth") === true,
    },
  ];
}

interface Asker extends Question {
  readonly username: string;
  readonly password: string;
  readonly count: number;
}

function answer(digest: Digest, { username, password, method, uri, count }: Asker): string {
  const hash = (text: string) =>
    createHash(digest.algorithm === "MD5" ? "md5" : "sha256")
      .update(text)
      .digest("hex");
  const { realm, nonce, opaque } = digest;
  const cnonce = randomBytes(8).toString("hex");
  const nc = count.toString(16).padStart(8, "0");
  const who = hash(`${username}:${realm}:${password}`);
  const first = digest.isSession ? hash(`${who}:${nonce}:${cnonce}`) : who;
  const second = hash(`${method}:${uri}`);
  const response = hash(
    digest.hasQop ? `${first}:${nonce}:${nc}:${cnonce}:auth:${second}` : `${first}:${nonce}:${second}`,
  );
  const quoted = { username: username.replaceAll(/["\\]/g, String.raw`\$&`), realm, nonce, uri, response };
  const parts = Object.entries(quoted).map(([name, value]) => `${name}="${value}"`);
  parts.push(`algorithm=${digest.algorithm}${digest.isSession ? "-sess" : ""}`);
  if (opaque !== undefined) parts.push(`opaque="${opaque}"`);
  if (digest.hasQop || digest.isSession) parts.push(`qop=auth`, `nc=${nc}`, `cnonce="${cnonce}"`);
  return `Digest ${parts.join(", ")}`;
}
