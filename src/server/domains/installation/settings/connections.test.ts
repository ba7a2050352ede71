import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { mayBeAsked } from "#server/integrations/probes/guarded-lookup.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { type OpenIdProvider, startOpenIdProvider } from "#test/openid-provider/index.ts";
import { smtpSettings, type TestSmtp, testSmtp } from "#test/smtp.ts";

let app: TestApp;
let admin: TestClient;
let smtp: TestSmtp;
let provider: OpenIdProvider;
let outside: Server;
let origin: string;
let port: number;

beforeAll(async () => {
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: "#8899aa" } })
    .png()
    .toBuffer();
  outside = createServer((request, reply) => {
    if (request.url === "/a/0/0/0.png") return reply.setHeader("content-type", "text/plain").end(tile);
    if (request.url === "/page/0/0/0.png") return reply.end("<html>Access blocked</html>");
    if (request.url === "/moved/0/0/0.png") return reply.writeHead(302, { location: "/a/0/0/0.png" }).end();
    if (request.url === "/huge/0/0/0.png") return reply.end(Buffer.alloc(3 * 1024 * 1024));
    if (request.url === "/slow/0/0/0.png") return undefined;
    if (request.url === "/peers/") return reply.end(JSON.stringify({ name: "PeerJS Server" }));
    return reply.writeHead(404).end();
  });
  outside.listen(0, "127.0.0.1");
  await once(outside, "listening");
  port = (outside.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${port}`;
  [smtp, provider] = [await testSmtp(), await startOpenIdProvider()];
  app = await testApp({ environment: { ROLE: "web", ...provider.environment } });
  admin = await app.as(await app.user({ role: "super_admin" }));
});
afterAll(async () => {
  await app.close();
  await Promise.all([smtp.close(), provider.close()]);
  outside.closeAllConnections();
  outside.close();
});

type Service =
  | "google"
  | "facebook"
  | "twitter"
  | "openid"
  | "basemap"
  | "satellite"
  | "turn"
  | "peerjs"
  | "jitsi";
const set = (body: object) => admin.call("PUT /api/settings", { body });
const test = (service: Service) => admin.call("POST /api/settings/test-connection", { body: { service } });

describe("map tests", () => {
  const tiles = (path: string, subdomains = "") =>
    set({ basemap_url: `${origin}/${path}/{z}/{x}/{y}.png`, basemap_subdomains: subdomains });

  it("load a tile and check that it is a picture, whatever its content type", async () => {
    await tiles("{s}", "abc");
    const result = await test("basemap");
    expect(result).toMatchObject({ ok: true, detail: "Tile received: PNG, 256 × 256." });
    expect(result.milliseconds).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ["page", "The response is not an image."],
    ["nowhere", "It responded with 404 instead of a tile."],
    ["moved", "It responded with 302 instead of a tile."],
    ["huge", "Its response is far too large."],
  ])("report %s", async (path, detail) => {
    await tiles(path);
    expect(await test("basemap")).toMatchObject({ ok: false, detail });
  });

  it("answer in the language of the administrator, values isolated", async () => {
    const arabic = await app.user({ role: "super_admin" });
    await app.database.db.updateTable("users").set({ language: "ar" }).where("id", "=", arabic.id).execute();
    const reader = await app.as(arabic);
    const testIn = async (lang?: Language) => {
      const body = { service: "basemap" as const, ...(lang !== undefined && { lang }) };
      return (await reader.call("POST /api/settings/test-connection", { body })).detail;
    };
    await tiles("{s}", "abc");
    expect(await testIn()).toBe("وصلت قطعة خريطة: \u2068PNG\u2069، \u2068256 × 256\u2069.");
    await tiles("nowhere");
    expect(await testIn()).toBe("استجابت بالرمز 404 بدلًا من قطعة خريطة.");
    expect(await testIn("en"), "the page is in another language").toBe(
      "It responded with 404 instead of a tile.",
    );
    await set({ basemap_url: "" });
    expect(await testIn()).toBe("لم يُحدَّد عنوان.");
  });

  it("time out after five seconds", async () => {
    await tiles("slow");
    const result = await test("basemap");
    expect(result).toMatchObject({ ok: false, detail: "It did not respond within 5 seconds." });
    expect(result.milliseconds).toBeGreaterThanOrEqual(4900);
    expect(result.milliseconds).toBeLessThan(8000);
  });

  it("report an unknown host and a port where nothing listens", async () => {
    await set({ satellite_url: "http://127.0.0.1:1/{z}/{x}/{y}" });
    expect(await test("satellite")).toMatchObject({ ok: false, detail: "The connection was refused." });
    await set({ satellite_url: "http://tiles.invalid/{z}/{x}/{y}" });
    const { ok, detail } = await test("satellite");
    expect(ok).toBe(false);
    expect(detail).toMatch(/host name does not exist|could not be resolved/);
  });

  it("never call cloud metadata addresses, and show no content behind an address", async () => {
    await set({ satellite_url: "http://169.254.169.254/latest/{z}/{x}/{y}" });
    expect(await test("satellite")).toMatchObject({
      ok: false,
      detail: "The name resolves to an address that is not allowed.",
    });
    await tiles("page");
    expect((await test("basemap")).detail).not.toContain("blocked");
  });

  it.each([
    "169.254.169.254",
    "::ffff:169.254.169.254",
    "fd00:ec2::254",
    "0.0.0.0",
    "224.0.0.1",
    "::",
    "nonsense",
  ])("refuse %s", (address) => expect(mayBeAsked(address)).toBe(false));

  it.each(["192.168.1.20", "10.0.0.5", "127.0.0.1", "203.0.114.7", "2606:4700::1", "fd12:3456::1"])(
    "allow %s: a private server may be on the site's network",
    (address) => expect(mayBeAsked(address)).toBe(true),
  );
});

describe("sign-in provider tests", () => {
  it("check whether the provider knows the client id and its secret", async () => {
    await set(provider.settings);
    for (const service of ["google", "facebook", "twitter", "openid"] as const)
      expect(await test(service), service).toMatchObject({ ok: true });
    await set({
      google_secret: "wrong",
      facebook_secret: "wrong",
      twitter_secret: "wrong",
      openid_secret: "wrong",
    });
    for (const service of ["google", "facebook", "twitter", "openid"] as const) {
      const { ok, detail } = await test(service);
      expect(ok, service).toBe(false);
      expect(detail).toMatch(/^It responds, but rejects the client ID or secret \(/);
      expect(detail).not.toContain("wrong");
    }
    expect(provider.calls.filter((line) => line.startsWith("501"))).toEqual([]);
  });

  it("report missing values, and a provider that is out of order", async () => {
    await set({ google_secret: null });
    expect(await test("google")).toMatchObject({
      ok: false,
      detail: "The client ID or secret is not set.",
    });
    await set(provider.settings);
    provider.turn({ isDown: "token" });
    expect((await test("google")).detail).toMatch(/^It responded with 500/);
    provider.calm();
  });
});

describe("OpenID provider tests", () => {
  beforeAll(() => set(provider.settings));
  afterEach(() => provider.calm());
  const address = () => `${provider.origin}/openid`;
  const document = () => `${address()}/.well-known/openid-configuration`;

  it.each([
    ["issuer", undefined, () => `The document at ${document()} is not an OpenID Connect discovery document.`],
    [
      "issuer",
      "https://id.example.org",
      () => "The document names a different issuer, “https://id.example.org”. Both must match exactly.",
    ],
    ["authorization_endpoint", undefined, () => "Its document contains no authorization_endpoint."],
    ["authorization_endpoint", "javascript:1", () => "Its authorization_endpoint must start with https://."],
    ["token_endpoint", undefined, () => "Its document contains no token_endpoint."],
    ["token_endpoint", "http://id.example.org/", () => "Its token_endpoint must start with https://."],
    ["jwks_uri", undefined, () => "Its document contains no jwks_uri."],
    ["userinfo_endpoint", "id.example.org", () => "Its userinfo_endpoint must start with https://."],
    [
      "response_types_supported",
      ["id_token"],
      () => "It does not support the authorization code flow (response_type=code).",
    ],
    [
      "grant_types_supported",
      ["implicit"],
      () => "It does not support the authorization code flow (grant_type=authorization_code).",
    ],
    [
      "id_token_signing_alg_values_supported",
      ["HS256", "none"],
      () => "It signs its tokens with none of the supported algorithms: RS, PS, ES or EdDSA.",
    ],
    [
      "token_endpoint_auth_methods_supported",
      ["private_key_jwt"],
      () => "It supports neither client_secret_post nor client_secret_basic.",
    ],
  ])("report %s %j", async (field, value, detail) => {
    provider.turn({ metadata: { [field]: value } });
    expect(await test("openid")).toMatchObject({ ok: false, detail: detail() });
  });

  it("send the secret by Basic authentication, encoded as required", async () => {
    provider.turn({ metadata: { token_endpoint_auth_methods_supported: ["client_secret_basic"] } });
    expect(await test("openid")).toMatchObject({ ok: true });
    expect(provider.calls.filter((line) => line.startsWith("501"))).toEqual([]);
  });

  it("treat an issuer with a trailing slash as another one, at the same address", async () => {
    await set({ openid_issuer: `${address()}/` });
    expect(await test("openid")).toMatchObject({
      ok: false,
      detail: `The document names a different issuer, “${address()}”. Both must match exactly.`,
    });
    await set(provider.settings);
  });

  it("report a provider that is out of order, missing, or without keys", async () => {
    provider.turn({ isDown: "discovery" });
    expect((await test("openid")).detail).toBe(
      `It responded with 503 at ${document()}: the service itself has a problem.`,
    );
    provider.turn({ isDown: "keys" });
    expect((await test("openid")).detail).toBe("It responded with 503 instead of its keys.");
    provider.turn({ isDown: null, metadata: { jwks_uri: document() } });
    expect((await test("openid")).detail).toBe("It publishes no key to verify its tokens.");
    for (const [issuer, detail] of [
      ["http://127.0.0.1:1", "The connection was refused."],
      [
        `${origin}/nowhere`,
        `It responded with 404 at ${origin}/nowhere/.well-known/openid-configuration: there is no issuer at this address.`,
      ],
      ["https://169.254.169.254", "The name resolves to an address that is not allowed."],
      ["", "The issuer is not set."],
    ]) {
      await set({ openid_issuer: issuer });
      expect(await test("openid")).toMatchObject({ ok: false, detail });
    }
    await set(provider.settings);
  });
});

describe("tests of the servers for calls", () => {
  it("find a peer server at its path, over http where it has no https", async () => {
    await set({ peerjs_host: "127.0.0.1", peerjs_port: port, peerjs_path: "/peers" });
    expect(await test("peerjs")).toMatchObject({ ok: true, detail: "A PeerJS server responds over http." });
    await set({ peerjs_path: "/wrong" });
    expect(await test("peerjs")).toMatchObject({ ok: false, detail: "It responded with 404 over http." });
    await set({ peerjs_host: "" });
    expect(await test("peerjs")).toMatchObject({ ok: false, detail: "No host is set." });
  });

  it("call a relay over UDP and report the address from which it sees us", async () => {
    const socket = createSocket("udp4");
    let lost = 1;
    socket.on("message", (question, from) => {
      // Simulates a lost datagram: the first one.
      if (lost-- > 0) return;
      const answer = Buffer.alloc(32);
      answer.writeUInt16BE(0x0101, 0);
      answer.writeUInt16BE(12, 2);
      question.copy(answer, 4, 4, 20);
      answer.writeUInt16BE(0x0020, 20);
      answer.writeUInt16BE(8, 22);
      answer.writeUInt8(1, 25);
      answer.writeUInt16BE(from.port ^ 0x2112, 26);
      from.address.split(".").forEach((part, index) => {
        answer.writeUInt8(Number(part) ^ (answer[4 + index] ?? 0), 28 + index);
      });
      socket.send(answer, from.port, from.address);
    });
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    await set({ turn_host: "127.0.0.1", turn_port: socket.address().port });
    expect(await test("turn")).toMatchObject({
      ok: true,
      detail: "It responds over UDP and sees this server as 127.0.0.1.",
    });
    socket.close();
    const { ok, detail } = await test("turn");
    expect(ok).toBe(false);
    expect(detail).toMatch(/The connection was refused|did not respond over UDP/);
  });

  it("report a meeting server without https", async () => {
    await set({ jitsi_domain: "127.0.0.1" });
    expect((await test("jitsi")).ok).toBe(false);
  });

  it("are for super admins only", async () => {
    const member = await app.as(await app.user({ role: "administrator" }));
    const body = { service: "peerjs" as const };
    expect(await member.raw("POST /api/settings/test-connection", { body })).toMatchObject({ status: 403 });
  });
});

describe("a test email", () => {
  const send = (to = "foreman@example.org") => admin.raw("POST /api/settings/test-mail", { body: { to } });
  const isValid = async () => (await app.guest().call("GET /api/settings")).smtp_valid;

  it("that is accepted opens recovery by email, and a change of the server closes it again", async () => {
    await set(smtpSettings(smtp));
    expect(await isValid()).toBe(false);
    const { status, body } = await send();
    expect(status).toBe(200);
    expect((body as { data: { message_id: string } }).data.message_id).toMatch(/@/);
    const { mail } = await smtp.next("foreman@example.org");
    expect(mail.subject).not.toBe("");
    expect(await isValid()).toBe(true);
    await set({ smtp_from_name: "Harbour Works" });
    expect(await isValid()).toBe(false);
  });

  it("that is refused leaves it closed, with the server's words", async () => {
    smtp.refuse("550 5.1.1 no such foreman here");
    const reply = await send("nobody@example.org");
    expect(reply).toMatchObject({ status: 422, body: { code: "MAIL_FAILED" } });
    expect((reply.body as { message: string }).message).toContain("no such foreman here");
    expect(await isValid()).toBe(false);
  });

  it("with settings that change while it is being sent proves nothing about the new ones", async () => {
    const slow = await slowSmtp();
    await set({ smtp_port: slow.port, smtp_from_name: "" });
    const sending = send("late@example.org");
    await slow.received;
    await set({ smtp_from_name: "Others" });
    slow.take();
    expect((await sending).status).toBe(200);
    expect(await isValid()).toBe(false);
    await slow.close();
  });
});

/** An SMTP server that receives an email and acknowledges it only after `take()`. */
async function slowSmtp() {
  let take: () => void = () => undefined;
  let receive: () => void = () => undefined;
  const taken = new Promise<void>((resolve) => {
    take = resolve;
  });
  const received = new Promise<void>((resolve) => {
    receive = resolve;
  });
  const server = createTcpServer((socket) => {
    let text = "";
    let isData = false;
    socket.write("220 slow\r\n");
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      text += bytes.toString();
      if (isData && text.endsWith("\r\n.\r\n")) {
        isData = false;
        text = "";
        receive();
        void taken.then(() => socket.write("250 taken\r\n"));
        return;
      }
      if (isData) return;
      for (const line of text.split("\r\n").slice(0, -1)) {
        isData = line === "DATA";
        socket.write(isData ? "354 go on\r\n" : line === "QUIT" ? "221 bye\r\n" : "250 ok\r\n");
      }
      text = "";
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    received,
    take: () => take(),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
