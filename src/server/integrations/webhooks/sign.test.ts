import { expect, it } from "vitest";
import { newSecret, signatures } from "./sign.ts";

// The test vector of the specification's own libraries.
const vector = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  message: { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: '{"test": 2432232314}' },
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};

it("signs like Standard Webhooks, with or without the prefix of the secret", () => {
  expect(signatures(vector.message, [vector.secret])).toBe(vector.signature);
  expect(signatures(vector.message, [vector.secret.slice("whsec_".length)])).toBe(vector.signature);
});

it("signs with two secrets during a rotation", () => {
  const [first, second, ...more] = signatures(vector.message, [newSecret(), vector.secret]).split(" ");
  expect([second, more.length]).toEqual([vector.signature, 0]);
  expect(first).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  expect(first).not.toBe(second);
});

it("generates secrets of 32 bytes", () => {
  expect(Buffer.from(newSecret().slice("whsec_".length), "base64")).toHaveLength(32);
  expect(newSecret()).not.toBe(newSecret());
});
