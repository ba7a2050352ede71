import type { CustomFetch } from "openid-client";
import { ProbeFailure } from "../probes/guarded-lookup.ts";
import { askHttp } from "../probes/http-probe.ts";

/** Maximum bytes of tokens, keys and accounts. */
const most = 512 * 1024;
/** Statuses without a body. */
const bodiless = new Set([204, 205, 304]);

/**
 * `fetch` for an OpenID Connect provider configured in the settings: only to allowed addresses, checked where the
 * connection is made, without redirects, and with a bounded answer. Throws ProbeFailure where there is no answer, and
 * where the provider itself reports an outage.
 */
export const guardedFetch: CustomFetch = async (url, { method, headers, body, signal }) => {
  const answer = await askHttp(new URL(url), {
    method: method === "POST" ? "POST" : "GET",
    headers,
    atMost: most,
    ...(body instanceof URLSearchParams || typeof body === "string" ? { body: body.toString() } : {}),
    ...(signal !== undefined && { signal }),
  });
  const { status } = answer;
  if (status >= 500 || status === 429) throw new ProbeFailure("status_service", { status });
  const kept = new Headers();
  for (const name of ["content-type", "www-authenticate"]) {
    const value = answer.headers[name];
    if (typeof value === "string") kept.set(name, value);
  }
  return new Response(bodiless.has(status) ? null : new Uint8Array(answer.body), { status, headers: kept });
};
