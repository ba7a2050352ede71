import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../app.ts";
import { PartsClient } from "../tus.ts";
import { answersIn, sendBytes } from "./wire.ts";

const publicHost = "site.example";
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web", PUBLIC_URL: `https://${publicHost}` } });
});
afterAll(() => app.close());

/** A request with custom headers, as bytes: our clients may not set a host. */
async function ask(path: string, headers: Readonly<Record<string, string>>, method = "GET", body = "") {
  const lines = Object.entries({ Host: publicHost, Connection: "close", ...headers }).map(
    ([n, v]) => `${n}: ${v}`,
  );
  const length = body === "" ? "" : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const heard = await sendBytes(
    app.origin,
    `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n${length}\r\n${body}`,
    3000,
  );
  const [head = "", text = ""] = heard.split("\r\n\r\n");
  return {
    status: Number(answersIn(heard)[0]?.slice(9)),
    head,
    text,
    cookies: head.match(/set-cookie: [^\r]+/gi) ?? [],
  };
}

describe("cookies of a browser on HTTPS", () => {
  it("belong to this host only, are sent encrypted only, and are hidden from scripts", async () => {
    const { cookies } = await ask("/api/csrf-token", {});
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(
      /^set-cookie: __Host-sitewalk_browser=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/i,
    );
  });

  it("include the session's, and one under the plain name is ignored", async () => {
    const user = await app.user();
    const client = await app.as(user);
    const plain = /sitewalk_session=([\w-]+)/.exec(client.cookie())?.[1] ?? "";
    const who = (cookie: string, host = publicHost) => ask("/api/user", { Cookie: cookie, Host: host });
    expect((await who(`__Host-sitewalk_session=${plain}`)).status).toBe(200);
    expect((await who(`sitewalk_session=${plain}`)).status, "a neighbour's host may have put it there").toBe(
      401,
    );
    // The machine's own address, on a private network, has no HTTPS.
    expect((await who(`sitewalk_session=${plain}`, "10.1.2.3")).status).toBe(200);
  });

  it("come with HSTS, for this host and its subdomains", async () => {
    const { head } = await ask("/api/settings", {});
    expect(head).toMatch(/strict-transport-security: max-age=31536000; includeSubDomains/i);
    expect(head).toMatch(/upgrade-insecure-requests/);
    expect(head).toMatch(/connect-src 'self' wss:\/\/site\.example[ ;]/);
  });
});

describe("a client that is not a trusted proxy", () => {
  const lies = {
    "X-Forwarded-For": "198.51.100.7",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    Forwarded: "for=198.51.100.7;host=evil.example;proto=https",
    "X-Real-IP": "198.51.100.7",
    "X-Original-URL": "/api/admin/sessions",
    "X-Rewrite-URL": "/api/admin/sessions",
  };

  it("cannot set its own address, host, scheme or path by headers", async () => {
    const user = await app.user();
    const body = JSON.stringify({ username_l: user.name, password_l: "not the one" });
    const [token, cookie] = await forgeryToken();
    const host = "10.1.2.3";
    await ask("/api/login", { ...lies, Host: host, "X-CSRF-Token": token, Cookie: cookie }, "POST", body);
    const { address } = await app.database.db
      .selectFrom("sign_ins")
      .select("address")
      .where("id_user", "=", user.id)
      .executeTakeFirstOrThrow();
    expect(address).toBe("127.0.0.1");
    const { head, cookies } = await ask("/api/csrf-token", { ...lies, Host: host });
    expect(head).not.toContain("evil.example");
    expect(cookies.join()).not.toContain("Secure");
  });

  it("cannot put a host of its choice into a page, link or redirect", async () => {
    for (const path of [
      "/login",
      "/",
      "/viewer/nosuchcode22",
      "/api/settings",
      "/auth/google/callback?code=1&state=1",
    ]) {
      const { head, text } = await ask(path, { Host: "evil.example" });
      expect(text, path).not.toContain("evil.example");
      expect(head.match(/location: [^\r]+/i)?.[0] ?? "", path).not.toContain("evil.example");
    }
  });

  async function forgeryToken(): Promise<[token: string, cookie: string]> {
    const { text, cookies } = await ask("/api/csrf-token", { Host: "10.1.2.3" });
    const cookie = /sitewalk_browser=[\w-]+/.exec(cookies[0] ?? "")?.[0] ?? "";
    return [/"token":"([^"]+)"/.exec(text)?.[1] ?? "", cookie];
  }
});

describe("a page of another site", () => {
  it("gets no header that lets it read a response", async () => {
    for (const method of ["GET", "OPTIONS"]) {
      const { head } = await ask(
        "/api/user",
        { Origin: "https://evil.example", "Access-Control-Request-Method": "PUT" },
        method,
      );
      expect(head).not.toMatch(/access-control-allow/i);
    }
  });

  it("cannot start, continue or end a multipart upload without the token", async () => {
    const owner = await app.user({ role: "administrator" });
    const client = await app.as(owner);
    const project = await client.call("POST /api/projects", {
      body: { name: "Quay", latitude: 1, longitude: 1 },
    });
    const visit = await client.call("POST /api/visits", {
      body: { id_project: project.id, name: "Walk", visit_date: "2026-02-01T08:00:00Z" },
    });
    const id = await new PartsClient(client, app.origin).begun(visit.id, 1000);
    for (const [method, path] of [
      ["POST", "/api/uploads"],
      ["PATCH", `/api/uploads/${id}`],
      ["DELETE", `/api/uploads/${id}`],
    ] as const) {
      const reply = await fetch(`${app.origin}${path}`, {
        method,
        headers: { cookie: client.cookie(), "tus-resumable": "1.0.0", "upload-length": "5" },
      });
      expect(reply.status, method).toBe(419);
    }
  });

  it.each(["/app/key?protocol=7", "/peerjs/peerjs?id=a-b&token=c", "/media/live/none/socket"])(
    "opens no socket at %s",
    async (path) => {
      const key = randomBytes(16).toString("base64");
      const handshake = (origin: string) => ({
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": key,
        Origin: origin,
      });
      for (const origin of ["https://evil.example", "null", `https://${publicHost}.evil.example`, "https://"])
        expect((await ask(path, handshake(origin))).status, origin).toBe(403);
    },
  );

  it("opens none, while one of ours does", async () => {
    const key = randomBytes(16).toString("base64");
    const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    const heard = await sendBytes(
      app.origin,
      `GET /app/key?protocol=7 HTTP/1.1\r\nHost: ${publicHost}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\nOrigin: https://${publicHost}\r\n\r\n`,
    );
    expect(heard).toContain("101 Switching Protocols");
    expect(heard).toContain(accept);
  });
});
