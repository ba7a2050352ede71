import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ProbeFailure } from "../probes/guarded-lookup.ts";
import { askHttp } from "../probes/http-probe.ts";
import { OutsideTrouble, type ProbeText, probeText } from "../probes/probe-text.ts";

export interface TranscriptionQuestion {
  /** The service's address from the settings. */
  readonly server: string;
  /** Bearer token; empty without one. */
  readonly token: string;
  /** Language hint; empty without one. */
  readonly language: string;
  readonly audio: Buffer;
  /** `audio/webm` or `audio/mp4`. */
  readonly type: string;
  /** Identifies this installation to the service. */
  readonly userAgent: string;
  /** Timeout in milliseconds. */
  readonly patience?: number;
}

/**
 * - `unreachable`: no answer, too many calls, or an error inside the service: worth another attempt.
 * - `denied`: it rejects the token.
 * - `refused`: it rejects the recording.
 * - `unreadable`: its answer is no transcript.
 * - `empty`: it found no words.
 */
export type TranscriptionTrouble = "unreachable" | "denied" | "refused" | "unreadable" | "empty";

export class TranscriptionFailure extends OutsideTrouble {
  override name = "TranscriptionFailure";
  readonly trouble: TranscriptionTrouble;
  constructor(trouble: TranscriptionTrouble, key: ProbeText["key"], values?: ProbeText["values"]) {
    super(probeText(key, values));
    this.trouble = trouble;
  }
}

/** A minute of sound takes a slow processor about as long. */
const PATIENCE = 180_000;
/** Maximum bytes read: five minutes of speech are some thousand. */
const ATMOST = 256 * 1024;
const busy = new Set([408, 425, 429]);
const Transcript = z.object({ text: z.string() });

/**
 * Sends a recording as `multipart/form-data` and returns the text: the contract is in docs/integrations.md. One request
 * that follows no redirects.
 *
 * @throws TranscriptionFailure
 */
export async function askTranscription(question: TranscriptionQuestion): Promise<string> {
  const { server, token, userAgent, patience = PATIENCE } = question;
  const boundary = `sitewalk-${randomUUID()}`;
  const signal = AbortSignal.timeout(patience);
  const answer = await askHttp(new URL(server), {
    method: "POST",
    headers: {
      "user-agent": userAgent,
      accept: "application/json",
      "content-type": `multipart/form-data; boundary=${boundary}`,
      ...(token !== "" && { authorization: `Bearer ${token}` }),
    },
    body: formOf(question, boundary),
    atMost: ATMOST,
    signal,
  }).catch((error: unknown) => {
    if (!(error instanceof ProbeFailure)) throw error;
    const { key, values } = signal.aborted ? probeText("too_late", { seconds: patience / 1000 }) : error.said;
    throw new TranscriptionFailure("unreachable", key, values);
  });
  const { status, body } = answer;
  if (status >= 500 || busy.has(status)) throw new TranscriptionFailure("unreachable", "status", { status });
  if (status === 401 || status === 403)
    throw new TranscriptionFailure("denied", "token_rejected", { status });
  if (status !== 200) throw new TranscriptionFailure("refused", "status", { status });
  const found = Transcript.safeParse(parse(body));
  if (!found.success) throw new TranscriptionFailure("unreadable", "no_transcript");
  return found.data.text.toWellFormed().replaceAll("\0", "").trim();
}

/** Half a second of silence, so that a test sends nothing of a user. */
const silence = wavOf(8000);

/** Returns a sentence for the administrator; throws ProbeFailure or TranscriptionFailure. */
export async function testTranscription(
  question: Omit<TranscriptionQuestion, "audio" | "type" | "patience">,
): Promise<ProbeText> {
  if (question.server === "") throw new ProbeFailure("no_address");
  await askTranscription({ ...question, audio: silence, type: "audio/wav", patience: 15_000 });
  return probeText("transcript_received");
}

const endings: Readonly<Record<string, string>> = {
  "audio/webm": "webm",
  "audio/mp4": "m4a",
  "audio/wav": "wav",
};

function formOf({ audio, type, language }: TranscriptionQuestion, boundary: string): Buffer {
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="voice.${endings[type] ?? "bin"}"\r\n` +
    `content-type: ${type}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(
      field("response_format", "json") + (language === "" ? "" : field("language", language)) + file,
    ),
    audio,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

function wavOf(samples: number): Buffer {
  const rate = 16_000;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + samples * 2, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(samples * 2, 40);
  return Buffer.concat([head, Buffer.alloc(samples * 2)]);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
