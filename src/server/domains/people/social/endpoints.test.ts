import { describe, expect, it } from "vitest";
import { readEndpoints } from "./endpoints.ts";

describe("addresses of sign-in providers", () => {
  it("are the published ones, all https, by default", () => {
    const all = Object.values(readEndpoints("")).flatMap((part) => Object.values<string>(part));
    expect(all).toHaveLength(10);
    expect(all.every((address) => address.startsWith("https://"))).toBe(true);
  });

  it("are replaced one by one", () => {
    const other = readEndpoints('{"google":{"token":"https://gateway.example/token"}}');
    expect(other.google.token).toBe("https://gateway.example/token");
    expect(other.google.issuer).toBe("https://accounts.google.com");
  });

  it.each([
    [
      "plain http off this machine",
      '{"google":{"token":"http://gateway.example/token"}}',
      /google.token.*https/s,
    ],
    ["a part nobody knows", '{"gogle":{}}', /SOCIAL_ENDPOINTS.*gogle/s],
    ["no address", '{"twitter":{"account":"here"}}', /twitter.account/],
    ["no JSON", "google", /SOCIAL_ENDPOINTS/],
  ])("are refused with an error for %s", (_, json, sentence) => {
    expect(() => readEndpoints(json)).toThrow(sentence);
  });
});
