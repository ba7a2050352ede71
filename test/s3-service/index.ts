import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Bucket } from "./bucket.ts";
import { calm, type Knobs, turned } from "./knobs.ts";
import { type Answer, operate, written } from "./operations.ts";
import { notInContract, Refusal } from "./refusal.ts";
import { type Account, checkSignature } from "./signature.ts";

export type { Knobs } from "./knobs.ts";

export interface S3ServiceOptions extends Partial<Account> {
  readonly bucket?: string;
  readonly port?: number;
}

/** Headers with a meaning here; others of the service's own are not in the contract. */
const known = new Set(["x-amz-date", "x-amz-content-sha256"]);
const knobPath = "/-/knobs";

/** An object store on the loopback that implements Amazon's S3 interface, strictly; see CONTRACT.md. */
export class S3Service implements Account {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucketName: string;
  readonly bucket = new Bucket();
  knobs: Knobs = { ...calm };
  /** `PUT pictures/ab?partNumber=1`, in order of arrival. */
  readonly calls: string[] = [];
  #count = 0;
  #changes = 0;
  /** Number of consecutive failures of each call. */
  readonly #wrong = new Map<string, number>();
  #carried = 0;
  readonly #server: Server;

  private constructor(options: S3ServiceOptions) {
    this.region = options.region ?? "us-east-1";
    this.accessKeyId = options.accessKeyId ?? "AKIDEXAMPLE";
    this.secretAccessKey = options.secretAccessKey ?? "example/secret+key";
    this.bucketName = options.bucket ?? "sitewalk";
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async start(options: S3ServiceOptions = {}): Promise<S3Service> {
    const service = new S3Service(options);
    await new Promise<void>((resolve) => service.#server.listen(options.port ?? 0, "127.0.0.1", resolve));
    return service;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Client settings for the bucket. */
  get settings() {
    const { endpoint, bucketName: bucket, region, accessKeyId, secretAccessKey } = this;
    return { endpoint, bucket, region, accessKeyId, secretAccessKey, isPathStyle: true };
  }

  /** Environment variables that make the product store its objects here. */
  get environment(): Readonly<Record<string, string>> {
    return {
      S3_ENDPOINT: this.endpoint,
      S3_BUCKET: this.bucketName,
      S3_REGION: this.region,
      S3_ACCESS_KEY_ID: this.accessKeyId,
      S3_SECRET_ACCESS_KEY: this.secretAccessKey,
    };
  }

  turn(knobs: Partial<Knobs>): void {
    this.knobs = { ...this.knobs, ...knobs };
  }

  /** Ends all faults, and removes all objects. */
  reset(): void {
    this.knobs = { ...calm };
    this.bucket.objects.clear();
    this.bucket.multiparts.clear();
    this.calls.length = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // For use as a separate process.
    if (request.url === knobPath) return this.#turnFromOutside(request, response);
    if (this.knobs.isDown) return void request.socket.destroy();
    this.#count += 1;
    const isBroken = this.#goesWrong(request, this.#count, this.knobs.brokenEvery);
    const isCut = this.#isCut(request);
    const body = await this.#bodyOf(request, isCut && request.method === "PUT");
    if (body === undefined) return;
    if (this.knobs.slow > 0) await new Promise((resume) => setTimeout(resume, this.knobs.slow));
    if (this.knobs.isDown) return void request.socket.destroy();
    const answer = this.#answer(request, body, isBroken);
    const isChange = !["GET", "HEAD"].includes(request.method ?? "");
    if (isChange && answer.status < 300) {
      this.#changes += 1;
      if (this.#goesWrong(request, this.#changes, this.knobs.lostEvery)) return void request.socket.destroy();
    }
    if (!isBroken && !isCut) this.#wrong.delete(nameOf(request));
    send(response, answer, isCut);
  }

  /**
   * Whether this call fails now. Never four times in a row for the same one: several kinds of fault and several
   * parallel calls would now and then use up all attempts of a client that tries five times.
   */
  #goesWrong(request: IncomingMessage, count: number, every: number): boolean {
    if (every === 0 || count % every !== 0) return false;
    const times = this.#wrong.get(nameOf(request)) ?? 0;
    if (times === 3) return false;
    this.#wrong.set(nameOf(request), times + 1);
    return true;
  }

  #isCut(request: IncomingMessage): boolean {
    const { method, url } = request;
    const isCarrier = (method === "PUT" || method === "GET") && !/[?&]list-type=/.test(url ?? "");
    if (isCarrier) this.#carried += 1;
    return isCarrier && this.#goesWrong(request, this.#carried, this.knobs.cutEvery);
  }

  /** Undefined when the sender disconnected, or was cut off. */
  async #bodyOf(request: IncomingMessage, isCut: boolean): Promise<Buffer | undefined> {
    const length = Number(request.headers["content-length"] ?? 0);
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of request) {
        chunks.push(chunk as Buffer);
        bytes += (chunk as Buffer).length;
        if (isCut && bytes >= length / 2) {
          request.socket.destroy();
          return undefined;
        }
      }
      return Buffer.concat(chunks);
    } catch {
      return undefined;
    }
  }

  #answer(request: IncomingMessage, body: Buffer, isBroken: boolean): Answer {
    const url = new URL(request.url ?? "", "http://localhost");
    try {
      if (isBroken) throw new Refusal(500, "InternalError");
      if (request.headers["transfer-encoding"] !== undefined) throw new Refusal(411, "MissingContentLength");
      checkSignature(request, url, body, this);
      for (const name of Object.keys(request.headers))
        if (name.startsWith("x-amz-") && !known.has(name)) throw notInContract(`header ${name}`);
      const [bucket, key] = placeOf(request.headers.host ?? "", url.pathname, this.bucketName);
      this.calls.push(`${request.method} ${key}${url.search}`);
      if (bucket !== this.bucketName) throw new Refusal(404, "NoSuchBucket");
      if (this.knobs.isReadOnly && !["GET", "HEAD"].includes(request.method ?? ""))
        throw new Refusal(403, "AccessDenied");
      if (this.knobs.isPlain && request.method === "GET" && url.searchParams.has("uploads"))
        throw notInContract("uploads in parts");
      if (this.knobs.isFull && request.method === "PUT") throw new Refusal(507, "InsufficientStorage");
      return operate(this.bucket, {
        method: request.method ?? "",
        key,
        query: url.searchParams,
        headers: request.headers,
        body,
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refused(error, url.pathname, request.method === "HEAD");
    }
  }

  async #turnFromOutside(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = (await this.#bodyOf(request, false))?.toString() ?? "";
      if (request.method === "PUT") this.knobs = turned(this.knobs, body);
      response.writeHead(200, { "content-type": "application/json" });
      const { objects, multiparts } = this.bucket;
      response.end(JSON.stringify({ ...this.knobs, objects: objects.size, multiparts: multiparts.size }));
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  }
}

const nameOf = ({ method, url }: IncomingMessage) => `${method} ${url}`;

/** Bucket and key: the bucket is the first segment of the path, or of the host's name. */
function placeOf(host: string, path: string, bucket: string): [bucket: string, key: string] {
  const decoded = decodeURIComponent(path).slice(1);
  if (host.startsWith(`${bucket}.`)) return [bucket, decoded];
  const cut = decoded.indexOf("/");
  return cut < 0 ? [decoded, ""] : [decoded.slice(0, cut), decoded.slice(cut + 1)];
}

function refused({ status, code, message }: Refusal, resource: string, isHead: boolean): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${written(message)}</Message><Resource>${written(resource)}</Resource><RequestId>${randomUUID()}</RequestId></Error>`;
  return { status, headers: { "content-type": "application/xml" }, ...(isHead ? {} : { body }) };
}

function send(response: ServerResponse, { status, headers, body = "" }: Answer, isCut: boolean): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    "content-length": bytes.length,
    ...headers,
    "x-amz-request-id": randomUUID(),
    server: "s3-service",
  });
  if (!isCut || bytes.length < 2) return void response.end(bytes);
  response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
}
