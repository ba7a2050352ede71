import fastify from "fastify";
import { expect, test } from "vitest";
import { protectResponses } from "./security-headers.ts";

const [images, sockets] = [{ hosts: "" }, { hosts: "" }];

async function headersOf(isHttps: boolean, headers: Record<string, string> = {}) {
  const app = fastify();
  protectResponses(app, {
    isHttps,
    imageHosts: () => images.hosts,
    connectHosts: () => sockets.hosts,
    streamHosts: ["https://live.example"],
  });
  app.get("/", async () => "here");
  const reply = await app.inject({ url: "/", headers: { host: "site.example:8080", ...headers } });
  await app.close();
  return reply.headers;
}

test("sends the same protection with every response, over https with the demand to stay there", async () => {
  const plain = await headersOf(false);
  expect(plain).toMatchObject({
    "content-security-policy": [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self' ws://site.example:8080 wss://site.example:8080 https://live.example",
      "media-src 'self' blob: https://live.example",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ].join(";"),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "x-download-options": "noopen",
    "x-frame-options": "SAMEORIGIN",
    "x-permitted-cross-domain-policies": "none",
    "x-xss-protection": "0",
  });
  expect(plain["permissions-policy"]).toContain("payment=()");
  expect(plain["strict-transport-security"]).toBeUndefined();
  const secure = await headersOf(true);
  expect(secure["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  expect(secure["content-security-policy"]).toMatch(/;upgrade-insecure-requests$/);
});

test("follows the settings, and adds nothing that would end a source", async () => {
  images.hosts = "https://pictures.example https://a.example;script-src";
  sockets.hosts = "wss://push.example";
  const policy = String((await headersOf(true, { host: "evil host;" }))["content-security-policy"]);
  expect(policy).toContain("img-src 'self' data: blob: https://pictures.example;");
  expect(policy).toContain("connect-src 'self' wss://push.example https://live.example;");
  [images.hosts, sockets.hosts] = ["", ""];
  expect(String((await headersOf(true))["content-security-policy"])).not.toContain("pictures.example");
});
