import { loadSharp } from "#server/platform/load-sharp.ts";
import { PATIENCE, ProbeFailure } from "./guarded-lookup.ts";
import { askHttp, type HttpAnswer } from "./http-probe.ts";
import { type ProbeText, probeText } from "./probe-text.ts";

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
export async function askProvider({ token, id, secret, auth, signal }: ProviderQuestion): Promise<ProbeText> {
  if (id === "" || secret === "") throw new ProbeFailure("no_client");
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
  if (status >= 500) throw new ProbeFailure("status_service", { status });
  const { word, isClient } = refusalOf(answer);
  if (isClient || status === 401)
    throw word === ""
      ? new ProbeFailure("client_rejected")
      : new ProbeFailure("client_rejected_by", { reason: word });
  if (status < 400 || word === "") throw new ProbeFailure("no_provider", { status });
  return probeText("client_accepted");
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
export async function askTiles(url: string, subdomains: string): Promise<ProbeText> {
  if (url === "") throw new ProbeFailure("no_address");
  const filled = url
    .replaceAll("{s}", subdomains[0] ?? "")
    .replaceAll("{r}", "")
    .replaceAll(/\{[xyz]\}/g, "0");
  const { status, body } = await askHttp(new URL(filled));
  if (status !== 200) throw new ProbeFailure("no_tile", { status });
  const sharp = await loadSharp();
  const picture = await sharp(body)
    .metadata()
    .catch(() => {
      throw new ProbeFailure("no_image");
    });
  const { format, width, height } = picture;
  return probeText("tile_received", { format: format.toUpperCase(), size: `${width} × ${height}` });
}

/** Checks that a peer server returns its name at its path, over https where possible. */
export async function askPeerServer(host: string, port: number, path: string): Promise<ProbeText> {
  if (host === "") throw new ProbeFailure("no_host");
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
  if (answer.status >= 400) throw new ProbeFailure("status_over", { status: answer.status, scheme });
  const isPeerServer = /peerjs/i.test(answer.body.toString("utf8"));
  return probeText(isPeerServer ? "peer_server" : "server", { scheme });
}

/** Checks that a meeting server delivers the script that embeds its meetings. */
export async function askMeetings(domain: string): Promise<ProbeText> {
  if (domain === "") throw new ProbeFailure("no_domain");
  const { status, body } = await askHttp(new URL(`https://${domain}/external_api.js`), {
    atMost: 8 * 1024 * 1024,
  });
  if (status !== 200) throw new ProbeFailure("no_script", { status });
  if (!body.includes("JitsiMeetExternalAPI")) throw new ProbeFailure("no_jitsi");
  return probeText("jitsi_server");
}
