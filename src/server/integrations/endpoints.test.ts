import { describe, expect, it } from "vitest";
import { readIntegrationEndpoints } from "./endpoints.ts";

describe("addresses of external tools", () => {
  it("are the published ones, all https, by default", () => {
    const all = Object.values(readIntegrationEndpoints("")).flatMap((part) => Object.values<string>(part));
    expect(all).toHaveLength(13);
    expect(all.every((address) => address.startsWith("https://") && !address.endsWith("/"))).toBe(true);
  });

  it("are replaced individually, without a trailing slash", () => {
    const other = readIntegrationEndpoints('{"trello":{"api":"http://127.0.0.1:4000/trello/1/"}}');
    expect(other.trello.api).toBe("http://127.0.0.1:4000/trello/1");
    expect(other.trello.authorize).toBe("https://trello.com/1/authorize");
    expect(other.monday.api).toBe("https://api.monday.com/v2");
  });

  it.each([
    ["plain http off this machine", '{"clickup":{"api":"http://gateway.example"}}', /clickup\.api.*https/s],
    ["another kind of address", '{"monday":{"api":"ftp://127.0.0.1"}}', /monday\.api/],
    ["a part nobody knows", '{"trelo":{}}', /INTEGRATION_ENDPOINTS.*trelo/s],
    ["no JSON", "trello", /INTEGRATION_ENDPOINTS/],
  ])("are refused with a message for %s", (_, json, sentence) => {
    expect(() => readIntegrationEndpoints(json)).toThrow(sentence);
  });
});
