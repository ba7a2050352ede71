import { describe, expect, it } from "vitest";
import { relyingParty } from "./relying-party.ts";

const call = (host: string, protocol: "http" | "https" = "http") => ({ host, protocol });

describe("the relying party of passkeys", () => {
  it("is the configured address, whatever host the browser named", () => {
    expect(relyingParty("https://site.example.org/", call("evil.example"))).toEqual({
      id: "site.example.org",
      origin: "https://site.example.org",
    });
    expect(relyingParty("https://site.example.org:8443", call("localhost:8080")).origin).toBe(
      "https://site.example.org:8443",
    );
  });

  it("is localhost, on whatever port, while no address is configured", () => {
    expect(relyingParty("", call("localhost:5173"))).toEqual({
      id: "localhost",
      origin: "http://localhost:5173",
    });
    expect(relyingParty("http://localhost:8080", call("127.0.0.1:8080")).id).toBe("localhost");
  });

  it.each([
    ["an address where nothing is configured", "", "127.0.0.1:8080"],
    ["a name that only the browser said", "", "site.example.org"],
    ["a name that only looks like localhost", "", "localhost.example.org"],
    ["nonsense", "", "a b"],
    ["a configured address of the network", "https://192.168.1.20", "192.168.1.20"],
    ["a configured address of IPv6", "https://[fd00::1]", "[fd00::1]"],
    ["plain http", "http://site.example.org", "site.example.org"],
  ])("is refused for %s", (_, publicUrl, host) => {
    expect(() => relyingParty(publicUrl, call(host))).toThrow(
      expect.objectContaining({ code: "PASSKEYS_ADDRESS" }),
    );
  });
});
