import type { CustomFetch } from "openid-client";
import { ProbeFailure } from "../probes/guarded-lookup.ts";
import { askHttp } from "../probes/http-probe.ts";

/** Bytes of tokens, keys and accounts. */
const most = 512 * 1024;
/** Answers that have no body. */
const bodiless = new Set([204, 205, 304]);

/**
 * `fetch` for an OpenID Connect provider that the settings name: only to addresses that may be asked, judged where the
 * connection is made, without redirects, and never more than a bounded answer. Throws ProbeFailure where there is no
 * answer, and where the provider is out of order itself.
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
  if (status >= 500 || status === 429)
    throw new ProbeFailure(`It responded with ${status}: the service itself has a problem.`);
  const kept = new Headers();
  for (const name of ["content-type", "www-authenticate"]) {
    const value = answer.headers[name];
    if (typeof value === "string") kept.set(name, value);
  }
  return new Response(bodiless.has(status) ? null : new Uint8Array(answer.body), { status, headers: kept });
};
