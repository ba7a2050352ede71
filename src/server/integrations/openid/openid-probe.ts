import { z } from "zod";
import { PATIENCE, ProbeFailure } from "../probes/guarded-lookup.ts";
import { askHttp } from "../probes/http-probe.ts";
import type { ProbeText } from "../probes/probe-text.ts";
import { askProvider } from "../probes/probes.ts";
import { discover } from "./discovery.ts";

const Keys = z.object({ keys: z.array(z.object({ kty: z.string() })) });
const signing = new Set(["RSA", "EC", "OKP"]);

/**
 * Checks the requirements of a sign-in, as far as possible without a user: the discovery document, the published keys,
 * and whether the token endpoint knows the client. Returns a sentence; throws ProbeFailure.
 */
export async function askOpenId(issuer: string, client: { id: string; secret: string }): Promise<ProbeText> {
  const signal = AbortSignal.timeout(PATIENCE);
  const { token_endpoint, jwks_uri, clientAuth } = await discover(issuer, signal);
  const { status, body } = await askHttp(new URL(jwks_uri), { atMost: 512 * 1024, signal });
  if (status !== 200) throw new ProbeFailure("no_keys", { status });
  const { data } = Keys.safeParse(parseJson(body.toString("utf8")));
  if (!data?.keys.some(({ kty }) => signing.has(kty))) throw new ProbeFailure("no_public_key");
  return askProvider({ ...client, token: token_endpoint, auth: clientAuth, signal });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
