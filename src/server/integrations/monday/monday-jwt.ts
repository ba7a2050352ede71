import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether a JWT (HS256, with or without a `Bearer` prefix) was signed with this secret and has not expired. */
export function isSignedJwt(authorization: unknown, secret: string, now: Date): boolean {
  if (typeof authorization !== "string" || secret === "") return false;
  const [head = "", claims = "", signature = "", ...rest] = authorization.replace(/^Bearer /i, "").split(".");
  if (rest.length > 0 || read(head)["alg"] !== "HS256") return false;
  const due = createHmac("sha256", secret).update(`${head}.${claims}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (due.length !== given.length || !timingSafeEqual(due, given)) return false;
  const { exp } = read(claims);
  return typeof exp !== "number" || exp * 1000 > now.getTime();
}

function read(part: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(Buffer.from(part, "base64url").toString()) as unknown;
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
