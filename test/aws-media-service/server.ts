import { createHash, createHmac, randomInt } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type State = "CREATING" | "IDLE" | "STARTING" | "RUNNING" | "STOPPING" | "DELETING";
type Json = Record<string, unknown>;

interface Channel {
  readonly inputId: string;
  readonly requestId: string;
  state: State;
  /** Number of polls after which it reaches its next state. */
  pending: number;
}

/** MediaLive and MediaPackage version 2 as defined by their models, for one account; see CONTRACT.md. */
export class AwsMediaService {
  readonly region = "me-central-1";
  readonly accessKeyId = "AKIDEXAMPLE";
  readonly secretAccessKey = "example/secret+key";
  readonly groups = new Set<string>();
  readonly packageChannels = new Set<string>();
  readonly endpoints = new Map<string, { policy: string | undefined }>();
  readonly securityGroups = new Map<string, readonly string[]>();
  readonly inputs = new Map<
    string,
    { readonly requestId: string; readonly body: Json; readonly streamName: string }
  >();
  readonly channels = new Map<string, Channel & { readonly body: Json }>();
  /** Kinds of active alerts, for every channel. */
  readonly alerts = new Set<string>();
  /** Errors returned instead of a response, one after the other, to calls whose request line begins with `about`. */
  readonly troubles: { readonly about: string; readonly status: number; readonly kind: string }[] = [];
  readonly calls: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<AwsMediaService> {
    const service = new AwsMediaService();
    await new Promise<void>((resolve) => service.#server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const line = `${request.method} ${request.url}`;
    this.calls.push(line);
    const send = (status: number, data: unknown, kind?: string) =>
      void response
        .writeHead(status, {
          "content-type": "application/json",
          ...(kind !== undefined && { "x-amzn-errortype": kind }),
        })
        .end(JSON.stringify(data));
    const trouble = this.troubles.findIndex(({ about }) => line.startsWith(about));
    if (trouble >= 0) {
      const [{ status, kind } = { status: 500, kind: "" }] = this.troubles.splice(trouble, 1);
      return send(status, { message: kind }, kind);
    }
    if (!this.#isSigned(request, body))
      return send(403, { message: "signature" }, "InvalidSignatureException");
    const data = body.length === 0 ? {} : (JSON.parse(body.toString()) as Json);
    const url = new URL(request.url ?? "", "http://localhost");
    const reply =
      this.#mediapackage(request.method ?? "", url.pathname, data) ??
      this.#medialive(request.method ?? "", url.pathname, data);
    if (reply === undefined) return send(501, { message: `not in the contract: ${line}` }, "NotImplemented");
    if ("kind" in reply) return send(reply.status, { message: reply.kind }, reply.kind);
    return send(200, reply.data);
  }

  /** Verifies Signature Version 4, computed anew from the received request. */
  #isSigned(request: IncomingMessage, body: Buffer): boolean {
    const found =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
        request.headers.authorization ?? "",
      );
    if (found === null) return false;
    const [, id, day = "", region = "", service = "", names = "", signature] = found;
    const url = new URL(request.url ?? "", "http://localhost");
    const isMedialive = url.pathname.startsWith("/prod/");
    if (id !== this.accessKeyId || region !== this.region) return false;
    if (service !== (isMedialive ? "medialive" : "mediapackagev2")) return false;
    const sha = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
    const sign = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
    const query = [...url.searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .toSorted()
      .join("&");
    const path = url.pathname
      .split("/")
      .map((part) => encodeURIComponent(part))
      .join("/");
    const headers = names.split(";").map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`);
    const canonical = [request.method, path, query, headers.join(""), names, sha(body)].join("\n");
    const scope = `${day}/${region}/${service}/aws4_request`;
    const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha(canonical)].join("\n");
    const key = [region, service, "aws4_request"].reduce(
      (before, part) => sign(before, part),
      sign(`AWS4${this.secretAccessKey}`, day),
    );
    return sign(key, text).toString("hex") === signature;
  }

  #mediapackage(method: string, path: string, body: Json): Reply | undefined {
    const conflict = { status: 409, kind: "ConflictException" };
    const missing = { status: 404, kind: "ResourceNotFoundException" };
    const [, root, group, kind, channel, endpointKind, endpoint, policy] = path.split("/");
    if (root !== "channelGroup") return undefined;
    if (group === undefined) {
      const name = String(body["ChannelGroupName"]);
      if (method !== "POST" || this.groups.has(name)) return conflict;
      this.groups.add(name);
      return { data: { ChannelGroupName: name } };
    }
    if (!this.groups.has(group) || kind !== "channel") return missing;
    if (channel === undefined) {
      const name = String(body["ChannelName"]);
      if (method !== "POST" || body["InputType"] !== "CMAF")
        return { status: 400, kind: "ValidationException" };
      if (this.packageChannels.has(name)) return conflict;
      this.packageChannels.add(name);
      return { data: { ChannelName: name } };
    }
    if (!this.packageChannels.has(channel)) return missing;
    if (endpointKind === undefined) {
      if (method !== "DELETE") return undefined;
      if ([...this.endpoints.keys()].some((key) => key.startsWith(`${channel}/`))) return conflict;
      this.packageChannels.delete(channel);
      return { data: {} };
    }
    return this.#originEndpoint(method, channel, endpoint, policy, body);
  }

  #originEndpoint(
    method: string,
    channel: string,
    name: string | undefined,
    policy: string | undefined,
    body: Json,
  ): Reply {
    if (name === undefined) {
      const key = `${channel}/${String(body["OriginEndpointName"])}`;
      if (this.endpoints.has(key)) return { status: 409, kind: "ConflictException" };
      if (body["ContainerType"] !== "CMAF" || !Array.isArray(body["HlsManifests"]))
        return { status: 400, kind: "ValidationException" };
      this.endpoints.set(key, { policy: undefined });
      return { data: this.#described(key) };
    }
    const key = `${channel}/${name}`;
    const found = this.endpoints.get(key);
    if (found === undefined) return { status: 404, kind: "ResourceNotFoundException" };
    if (policy === "policy") {
      found.policy = String(body["Policy"]);
      return { data: {} };
    }
    if (method === "GET") return { data: this.#described(key) };
    this.endpoints.delete(key);
    return { data: {} };
  }

  #described(key: string) {
    const [channel = "", name = ""] = key.split("/");
    return {
      Arn: `arn:aws:mediapackagev2:${this.region}:000000000000:${key}`,
      ChannelName: channel,
      OriginEndpointName: name,
      HlsManifests: [{ ManifestName: "index", Url: `https://egress.example/out/v1/${key}/index.m3u8` }],
    };
  }

  #medialive(method: string, path: string, body: Json): Reply | undefined {
    const [, prod, kind, id, verb] = path.split("/");
    if (prod !== "prod") return undefined;
    if (kind === "inputSecurityGroups") return this.#securityGroup(method, id, body);
    if (kind === "inputs") return this.#input(method, id, body);
    if (kind !== "channels") return undefined;
    if (id === undefined) return method === "POST" ? this.#createChannel(body) : undefined;
    const channel = this.channels.get(id);
    if (channel === undefined) return { status: 404, kind: "NotFoundException" };
    if (method === "GET" && verb === "alerts")
      return { data: { alerts: [...this.alerts].map((alertType) => ({ alertType, state: "SET" })) } };
    if (method === "GET" && verb === undefined) return this.#describe(id, channel);
    if (method === "POST" && verb === "start") return this.#move(channel, ["IDLE"], "STARTING");
    if (method === "POST" && verb === "stop") return this.#move(channel, ["RUNNING", "STARTING"], "STOPPING");
    if (method === "DELETE") return this.#move(channel, ["IDLE"], "DELETING");
    return undefined;
  }

  #move(channel: Channel, from: readonly State[], to: State): Reply {
    if (!from.includes(channel.state)) return { status: 409, kind: "ConflictException" };
    channel.state = to;
    channel.pending = 1;
    return { data: {} };
  }

  /** Pending transitions advance with each poll. */
  #describe(id: string, channel: Channel): Reply {
    const after: Partial<Record<State, State>> = { CREATING: "IDLE", STARTING: "RUNNING", STOPPING: "IDLE" };
    if (channel.pending-- <= 0) {
      channel.state = after[channel.state] ?? channel.state;
      if (channel.state === "DELETING") {
        this.channels.delete(id);
        return { status: 404, kind: "NotFoundException" };
      }
    }
    return { data: { id, state: channel.state } };
  }

  #createChannel(body: Json): Reply {
    const requestId = String(body["requestId"]);
    for (const [id, channel] of this.channels)
      if (channel.requestId === requestId) return { data: { channel: { id, state: channel.state } } };
    const [attachment] = body["inputAttachments"] as [{ inputId: string }];
    const needed = ["encoderSettings", "destinations", "roleArn", "inputSpecification"];
    if (needed.some((name) => body[name] === undefined))
      return { status: 422, kind: "UnprocessableEntityException" };
    if (!this.inputs.has(attachment.inputId)) return { status: 422, kind: "UnprocessableEntityException" };
    const id = String(randomInt(1e6, 1e7));
    this.channels.set(id, { inputId: attachment.inputId, requestId, state: "CREATING", pending: 1, body });
    return { data: { channel: { id, state: "CREATING" } } };
  }

  #securityGroup(method: string, id: string | undefined, body: Json): Reply | undefined {
    if (method === "POST" && id === undefined) {
      const rules = body["whitelistRules"] as { cidr: string }[];
      const made = String(randomInt(1e6, 1e7));
      this.securityGroups.set(
        made,
        rules.map(({ cidr }) => cidr),
      );
      return { data: { securityGroup: { id: made } } };
    }
    if (method !== "DELETE" || id === undefined) return undefined;
    return this.securityGroups.delete(id) ? { data: {} } : { status: 404, kind: "NotFoundException" };
  }

  #input(method: string, id: string | undefined, body: Json): Reply | undefined {
    if (method === "POST" && id === undefined) {
      const requestId = String(body["requestId"]);
      const [group = ""] = body["inputSecurityGroups"] as string[];
      const [destination] = body["destinations"] as [{ streamName: string }];
      if (body["type"] !== "RTMP_PUSH" || !this.securityGroups.has(group))
        return { status: 422, kind: "UnprocessableEntityException" };
      const known = [...this.inputs].find(([, input]) => input.requestId === requestId);
      const made = known?.[0] ?? String(randomInt(1e6, 1e7));
      this.inputs.set(made, { requestId, body, streamName: destination.streamName });
      const url = `rtmp://203.0.113.9:1935/${destination.streamName}`;
      return { data: { input: { id: made, destinations: [{ url }] } } };
    }
    if (method !== "DELETE" || id === undefined) return undefined;
    if ([...this.channels.values()].some(({ inputId }) => inputId === id))
      return { status: 409, kind: "ConflictException" };
    return this.inputs.delete(id) ? { data: {} } : { status: 404, kind: "NotFoundException" };
  }
}

type Reply = { readonly data: unknown } | { readonly status: number; readonly kind: string };
