import { expect, it } from "vitest";
import { connectHosts, ownSockets } from "./connect-hosts.ts";

const called = (host: string) => ({ headers: { host } });

it("lets a page open sockets to the host it came from, by TLS alone if it came by https", () => {
  expect(ownSockets(called("site.example:8080"), false)).toBe(
    "ws://site.example:8080 wss://site.example:8080",
  );
  expect(ownSockets(called("site.example"), true)).toBe("wss://site.example");
  expect(ownSockets(called("[2001:db8::1]:8080"), true)).toBe("wss://[2001:db8::1]:8080");
});

it.each(["site.example; script-src *", "a b", "*", "", "site.example,evil.example", "http://a"])(
  "adds nothing for an invalid host header: %j",
  (host) => expect(ownSockets(called(host), false)).toBe(""),
);

it("lists other servers once, by their scheme, and none that is no host", () => {
  const push = { host: "push.example", port: 443, tls: true };
  expect(connectHosts([push, push])).toBe("wss://push.example:443 https://push.example:443");
  expect(connectHosts([{ ...push, port: 80, tls: false }])).toBe(
    "ws://push.example:80 http://push.example:80",
  );
  expect(connectHosts([{ ...push, host: "a; b" }])).toBe("");
});
