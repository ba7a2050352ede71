import { ProbeFailure } from "../probes/guarded-lookup.ts";
import { askHttp } from "../probes/http-probe.ts";
import { type ProbeText, probeText } from "../probes/probe-text.ts";

export interface TextMessage {
  /** E.164, as `+966501234567`. */
  readonly to: string;
  readonly text: string;
}

export interface SmsGateway {
  /** The gateway's address from the settings. */
  readonly server: string;
  /** Bearer token; empty without one. */
  readonly token: string;
  /** Identifies this installation to the gateway. */
  readonly userAgent: string;
}

/** `isFinal`: another attempt cannot help. The message is for the log and never contains the text or the number. */
export class SmsFailure extends Error {
  override name = "SmsFailure";
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

const PATIENCE = 15_000;
const busy = new Set([408, 425, 429]);

/**
 * Hands one text message to the operator's gateway: a POST with JSON, as described in docs/integrations.md. `id` is the
 * same for every attempt, so that a repeated one can be recognised. Follows no redirects.
 *
 * @throws SmsFailure
 */
export async function sendSms(message: TextMessage, id: string, gateway: SmsGateway): Promise<void> {
  const { server, token, userAgent } = gateway;
  const { status } = await askHttp(new URL(server), {
    method: "POST",
    headers: {
      "user-agent": userAgent,
      accept: "application/json",
      "content-type": "application/json",
      "idempotency-key": id,
      ...(token !== "" && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ id, to: message.to, text: message.text }),
    atMost: 64 * 1024,
    signal: AbortSignal.timeout(PATIENCE),
  }).catch((error: unknown) => {
    if (!(error instanceof ProbeFailure)) throw error;
    throw new SmsFailure(error.message, false);
  });
  if (status >= 200 && status < 300) return;
  throw new SmsFailure(`The gateway responded with ${status}.`, status < 500 && !busy.has(status));
}

/**
 * Asks the gateway with an empty list of recipients, so that no message is sent. Returns a sentence for the administrator;
 * throws ProbeFailure.
 */
export async function testSms({ server, token, userAgent }: SmsGateway): Promise<ProbeText> {
  if (server === "") throw new ProbeFailure("no_address");
  const { status } = await askHttp(new URL(server), {
    method: "POST",
    headers: {
      "user-agent": userAgent,
      "content-type": "application/json",
      ...(token !== "" && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ id: "test", to: "", text: "" }),
    atMost: 64 * 1024,
  });
  if (status === 401 || status === 403) throw new ProbeFailure("token_rejected", { status });
  if (status === 404 || status >= 500) throw new ProbeFailure("status", { status });
  return probeText("no_message_sent");
}
