import { loadSharp } from "#server/platform/load-sharp.ts";
import { PATIENCE, ProbeFailure } from "./guarded-lookup.ts";
import { askHttp, type HttpAnswer } from "./http-probe.ts";

/** Input of a check whether a sign-in provider knows this client. */
export interface ProviderQuestion {
  /** Token endpoint, which exchanges codes for tokens. */
  readonly token: string;
  readonly id: string;
  readonly secret: string;
  /** How id and secret are sent: in the form, by Basic (RFC 6749, 2.3.1), or by Basic with both unencoded (RFC 7617). */
  readonly auth: "post" | "basic" | "basic_bare";
  /** Aborts it together with the rest of the probe. */
  readonly signal?: AbortSignal;
}

/**
 * Calls a provider's token endpoint with an invalid code: it refuses the code when it knows the client, and the client
 * when it does not. Returns a sentence; throws ProbeFailure.
 */
export async function askProvider({ token, id, secret, auth, signal }: ProviderQuestion): Promise<string> {
  if (id === "" || secret === "") throw new ProbeFailure("The client ID or secret is not set.");
  const isBasic = auth !== "post";
  const encoded = (text: string) => (auth === "basic" ? formEncoded(text) : text);
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code: "none",
    redirect_uri: "https://localhost/",
    code_verifier: "a".repeat(43),
    client_id: id,
    ...(isBasic ? {} : { client_secret: secret }),
  });
  const answer = await askHttp(new URL(token), {
    method: "POST",
    atMost: 64 * 1024,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      ...(isBasic
        ? { authorization: `Basic ${Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString("base64")}` }
        : {}),
    },
    body: form.toString(),
    ...(signal !== undefined && { signal }),
  });
  const { status } = answer;
  if (status >= 500) throw new ProbeFailure(`It responded with ${status}: the service itself has a problem.`);
  const { word, isClient } = refusalOf(answer);
  if (isClient || status === 401)
    throw new ProbeFailure(
      `It responds, but rejects the client ID or secret${word === "" ? "" : ` (${word})`}.`,
    );
  if (status < 400 || word === "")
    throw new ProbeFailure(`It responded with ${status}, which is not the response of a provider.`);
  return "It responds and accepts the client ID and secret.";
}

const formEncoded = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);

const clientErrors = new Set<unknown>(["invalid_client", "unauthorized_client", "deleted_client"]);
/** Facebook's codes for a wrong secret and for an unknown application. */
const facebookClientErrors = new Set<unknown>([1, 101]);

/** The provider's error code, and whether it concerns the client: OAuth's, or Facebook's message instead. */
function refusalOf({ body }: HttpAnswer): { readonly word: string; readonly isClient: boolean } {
  try {
    const { error } = JSON.parse(body.toString("utf8")) as {
      error?: string | { message?: unknown; code?: unknown };
    };
    if (typeof error === "object" && error !== null)
      return { word: String(error.message).slice(0, 200), isClient: facebookClientErrors.has(error.code) };
    return { word: (error ?? "").slice(0, 200), isClient: clientErrors.has(error) };
  } catch {
    return { word: "", isClient: false };
  }
}

/** Loads the tile of the whole world and checks that it is a picture. */
export async function askTiles(url: string, subdomains: string): Promise<string> {
  if (url === "") throw new ProbeFailure("No address is set.");
  const filled = url
    .replaceAll("{s}", subdomains[0] ?? "")
    .replaceAll("{r}", "")
    .replaceAll(/\{[xyz]\}/g, "0");
  const { status, body } = await askHttp(new URL(filled));
  if (status !== 200) throw new ProbeFailure(`It responded with ${status} instead of a tile.`);
  const sharp = await loadSharp();
  const picture = await sharp(body)
    .metadata()
    .catch(() => {
      throw new ProbeFailure("The response is not an image.");
    });
  return `Tile received: ${picture.format.toUpperCase()}, ${picture.width} × ${picture.height}.`;
}

/** Checks that a peer server returns its name at its path, over https where possible. */
export async function askPeerServer(host: string, port: number, path: string): Promise<string> {
  if (host === "") throw new ProbeFailure("No host is set.");
  const place = `${host}:${port}/${path.replace(/^\/+|\/+$/g, "")}/`.replace(/\/+$/, "/");
  const signal = AbortSignal.timeout(PATIENCE);
  const ask = (scheme: string) => askHttp(new URL(`${scheme}://${place}`), { atMost: 256 * 1024, signal });
  const [scheme, answer] = await ask("https").then(
    (answer) => ["https", answer] as const,
    async (failure: unknown) => {
      if (signal.aborted) throw failure;
      return ["http", await ask("http")] as const;
    },
  );
  if (answer.status >= 400) throw new ProbeFailure(`It responded with ${answer.status} over ${scheme}.`);
  const isPeerServer = /peerjs/i.test(answer.body.toString("utf8"));
  return isPeerServer ? `A PeerJS server responds over ${scheme}.` : `A server responds over ${scheme}.`;
}

/** Checks that a meeting server delivers the script that embeds its meetings. */
export async function askMeetings(domain: string): Promise<string> {
  if (domain === "") throw new ProbeFailure("No domain is set.");
  const { status, body } = await askHttp(new URL(`https://${domain}/external_api.js`), {
    atMost: 8 * 1024 * 1024,
  });
  if (status !== 200) throw new ProbeFailure(`It responded with ${status} to the request for its script.`);
  if (!body.includes("JitsiMeetExternalAPI"))
    throw new ProbeFailure("It responds, but not with a Jitsi script.");
  return "A Jitsi server responds over https.";
}
