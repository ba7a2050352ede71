import { expect, test } from "vitest";
import { sign, signFor, verify } from "./signature.ts";

/** Key, secret and results are the published examples of the protocol. */
const example = { key: "278d425bdf160c739803", secret: "7ad3773142a6692b25b8" };

test("A private channel is signed as in the protocol's published example.", () => {
  expect(sign(example, "1234.1234", "private-foobar")).toBe(
    `${example.key}:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4`,
  );
});

test("Channel data is signed character by character.", () => {
  const data = '{"user_id":10,"user_info":{"name":"Mr. Channels"}}';
  expect(sign(example, "1234.1234", "presence-foobar", data)).toBe(
    `${example.key}:31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80`,
  );
});

test("A standard signature is accepted and names no user.", () => {
  const auth = sign(example, "1.2", "private-a");
  expect(verify(example, "1.2", "private-a", auth)).toBeNull();
});

test("A signature for a session returns that session, with channel data or without.", () => {
  const hearer = { session: 31, user: 7 };
  expect(verify(example, "1.2", "private-a", signFor(example, "1.2", "private-a", hearer))).toEqual(hearer);
  const auth = signFor(example, "1.2", "private-a", hearer, "{}");
  expect(verify(example, "1.2", "private-a", auth, "{}")).toEqual(hearer);
  expect(verify(example, "1.2", "private-a", auth, "{ }")).toBeUndefined();
  expect(verify(example, "1.2", "private-a", auth)).toBeUndefined();
});

test("Any change of a character invalidates a signature.", () => {
  const auth = signFor(example, "1.2", "private-a", { session: 31, user: 7 });
  for (let at = 0; at < auth.length; at++) {
    const changed = auth.slice(0, at) + (auth[at] === "1" ? "2" : "1") + auth.slice(at + 1);
    expect(verify(example, "1.2", "private-a", changed)).toBeUndefined();
  }
});
