import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface TranscriptionService {
  /** The whole address, with a path. */
  readonly address: string;
  /** The answered requests. */
  readonly asked: { readonly language: string | null; readonly type: string; readonly bytes: number }[];
  /** Requests that the contract does not allow. */
  readonly faults: string[];
  /** The expected token; empty: none may be sent. */
  token: string;
  text: string;
  mood: "well" | "busy" | "html" | "refusing" | "redirecting" | "endless";
  close(): Promise<void>;
}

const path = "/v1/audio/transcriptions";
const beginnings: Readonly<Record<string, (head: Buffer) => boolean>> = {
  "audio/webm": (head) => head.readUInt32BE(0) === 0x1a_45_df_a3,
  "audio/mp4": (head) => head.toString("latin1", 4, 8) === "ftyp",
  "audio/wav": (head) => head.toString("latin1", 8, 12) === "WAVE",
};

/** A server that responds as defined by `CONTRACT.md`. */
export async function startTranscription(): Promise<TranscriptionService> {
  const service = {
    asked: [] as TranscriptionService["asked"],
    faults: [] as string[],
    token: "",
    text: "The sleeve is missing.",
    mood: "well" as TranscriptionService["mood"],
  };
  const server = createServer((request, reply) => {
    void answer(service, request, reply);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(service, {
    address: `http://127.0.0.1:${port}${path}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

type State = Omit<TranscriptionService, "address" | "close">;

async function answer(service: State, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const body = await buffer(request);
  const expected = service.token === "" ? undefined : `Bearer ${service.token}`;
  if (request.headers.authorization !== expected) return json(reply, 401, { error: "invalid token" });
  const parts = partsOf(request, body);
  const fault = faultOf(request, parts);
  if (fault !== undefined) {
    service.faults.push(fault);
    return json(reply, 400, { error: fault });
  }
  const file = parts.get("file");
  service.asked.push({
    language: parts.get("language")?.value.toString() ?? null,
    type: file?.type ?? "",
    bytes: file?.value.length ?? 0,
  });
  if (service.mood === "busy") return json(reply, 503, { error: "The model is loading." });
  if (service.mood === "refusing") return json(reply, 400, { error: "The file has no sound." });
  if (service.mood === "redirecting")
    return void reply.writeHead(302, { location: "http://169.254.169.254/" }).end();
  if (service.mood === "endless")
    return void reply.writeHead(200, { "content-type": "application/json" }).end(" ".repeat(1024 * 1024));
  if (service.mood === "html")
    return void reply.writeHead(200, { "content-type": "text/html" }).end("<title>Welcome</title>");
  json(reply, 200, { text: service.text, duration: 1 });
}

interface Part {
  readonly type: string;
  readonly filename: string;
  readonly value: Buffer;
}

/** Reads the parts by RFC 7578; empty for another body. */
function partsOf({ headers }: IncomingMessage, body: Buffer): ReadonlyMap<string, Part> {
  const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(headers["content-type"] ?? "") ?? [];
  const parts = new Map<string, Part>();
  if (boundary === undefined) return parts;
  const pieces = body.toString("latin1").split(`--${boundary}`);
  if (pieces[0] !== "" || pieces.at(-1) !== "--\r\n") return parts;
  for (const piece of pieces.slice(1, -1)) {
    const at = piece.indexOf("\r\n\r\n");
    const head = piece.slice(2, at);
    const [, name = ""] = /; name="([^"]+)"/.exec(head) ?? [];
    parts.set(name, {
      type: /content-type: (\S+)/i.exec(head)?.[1] ?? "",
      filename: /; filename="([^"]+)"/.exec(head)?.[1] ?? "",
      value: Buffer.from(piece.slice(at + 4, -2), "latin1"),
    });
  }
  return parts;
}

const known = new Set(["file", "response_format", "language"]);

function faultOf(request: IncomingMessage, parts: ReadonlyMap<string, Part>): string | undefined {
  const { method, url, headers } = request;
  if (method !== "POST" || url !== path) return `${method} ${url} is not known`;
  if (headers.accept !== "application/json") return "JSON is not accepted";
  if (headers["content-length"] === undefined) return "the length is not given";
  if (!/^Sitewalk\/\S+ \(.+\)$/.test(headers["user-agent"] ?? "")) return "the caller is not named";
  const strange = [...parts.keys()].find((name) => !known.has(name));
  if (strange !== undefined) return `the part ${strange} is not known`;
  if (parts.get("response_format")?.value.toString() !== "json") return "the format is not json";
  const language = parts.get("language")?.value.toString();
  if (language !== undefined && !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language))
    return "the language is invalid";
  const file = parts.get("file");
  if (file === undefined || file.filename === "") return "the file is missing";
  if (file.value.length < 16 || beginnings[file.type]?.(file.value) !== true)
    return `the file is not ${file.type}`;
  return [...parts.keys()].at(-1) === "file" ? undefined : "the file is not the last part";
}

function json(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}
