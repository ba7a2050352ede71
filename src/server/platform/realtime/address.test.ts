import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { addressReader } from "./address.ts";

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { "x-forwarded-for": forwarded } }) as unknown as IncomingMessage;

test("Forwarded addresses are ignored unless the peer is a trusted proxy.", () => {
  expect(addressReader([])(request("203.0.113.9", "198.51.100.1"))).toBe("203.0.113.9");
  expect(addressReader(["10.0.0.0/8"])(request("203.0.113.9", "198.51.100.1"))).toBe("203.0.113.9");
});

test("Behind trusted proxies the address is the last one that belongs to no trusted proxy.", () => {
  const read = addressReader(["loopback", "10.0.0.0/8", "192.0.2.7"]);
  expect(read(request("::ffff:127.0.0.1", "6.6.6.6, 198.51.100.1, 192.0.2.7, 10.1.2.3"))).toBe(
    "198.51.100.1",
  );
  expect(read(request("::1", "2001:db8::5"))).toBe("2001:db8::5");
  expect(read(request("127.0.0.1"))).toBe("127.0.0.1");
  expect(read(request("127.0.0.1", "not an address"))).toBe("127.0.0.1");
});
