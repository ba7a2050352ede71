import type { FastifyReply } from "fastify";
import { describe, expect, it } from "vitest";
import { createReporting } from "./reporting.ts";

const policy = "default-src 'self'; connect-src 'self' ws: wss:; object-src 'none'";

function replyWith() {
  const headers: Record<string, string> = { "content-security-policy": policy };
  const reply = {
    getHeader: (name: string) => headers[name],
    header: (name: string, value: string) => {
      headers[name] = value;
    },
  };
  return { headers, reply: reply as unknown as FastifyReply };
}

describe("a page's error reporting", () => {
  it("receives its address, and the page may connect there and nowhere else", () => {
    const { headers, reply } = replyWith();
    const reporting = createReporting("https://key@errors.example:9000/base/7");
    expect(reporting(reply, { version: "2.1" })).toEqual({
      reporting: { dsn: "https://key@errors.example:9000/base/7", release: "2.1" },
    });
    expect(headers["content-security-policy"]).toBe(
      policy.replace("connect-src ", "connect-src https://errors.example:9000 "),
    );
  });

  it.each([[undefined], [""]])("is off without an address (%s)", (dsn) => {
    const { headers, reply } = replyWith();
    expect(createReporting(dsn)(reply, { version: "2.1" })).toEqual({});
    expect(headers["content-security-policy"]).toBe(policy);
  });
});
