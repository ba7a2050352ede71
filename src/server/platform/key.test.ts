import { describe, expect, it } from "vitest";
import { createAppKey } from "./key.ts";

const [old, fresh] = ["o".repeat(40), "f".repeat(40)];
const before = createAppKey(old);

describe("sealed text", () => {
  it("can be opened for its purpose and with its secret alone, and is never the same twice", () => {
    const sealed = before.seal("mail", "secret words");
    expect(before.open("mail", sealed)).toBe("secret words");
    expect(before.open("camera", sealed)).toBeNull();
    expect(createAppKey(fresh).open("mail", sealed)).toBeNull();
    expect(before.seal("mail", "secret words")).not.toBe(sealed);
  });

  it("is invalid when any part was altered", () => {
    const bytes = Buffer.from(before.seal("mail", "secret words"), "base64url");
    for (let at = 0; at < bytes.length; at += 1) {
      const bent = Buffer.from(bytes);
      bent[at] = (bent[at] ?? 0) ^ 1;
      expect(before.open("mail", bent.toString("base64url")), `byte ${at}`).toBeNull();
    }
    expect(before.open("mail", bytes.subarray(0, 20).toString("base64url"))).toBeNull();
  });
});

describe("after a change of the secret", () => {
  const sealed = before.seal("mail", "secret words");
  const signature = before.sign("media", "picture");

  it("values made with the former secret are valid while it is named, and no longer", () => {
    const both = createAppKey(fresh, old);
    expect(both.open("mail", sealed)).toBe("secret words");
    expect(both.verify("media", "picture", signature)).toBe(true);
    expect(both.verify("media", "another", signature)).toBe(false);
    const alone = createAppKey(fresh);
    expect(alone.open("mail", sealed)).toBeNull();
    expect(alone.verify("media", "picture", signature)).toBe(false);
  });

  it("new values are made with the new secret alone", () => {
    const both = createAppKey(fresh, old);
    expect(createAppKey(fresh).open("mail", both.seal("mail", "a"))).toBe("a");
    expect(both.sign("media", "a")).toBe(createAppKey(fresh).sign("media", "a"));
    expect(both.derive("realtime")).toEqual(createAppKey(fresh).derive("realtime"));
  });
});
