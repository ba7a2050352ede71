import { describe, expect, it } from "vitest";
import { imageHosts } from "./image-hosts.ts";

describe("hosts of pictures", () => {
  it("are those of tiles, once each, with every subdomain expanded", () => {
    expect(
      imageHosts([
        { url: "https://{s}.tile.example/{z}/{x}/{y}.png", subdomains: "abc" },
        { url: "https://tiles-{s}.example/{z}/{x}/{y}", subdomains: "eu1, us2" },
        { url: "https://a.tile.example/sky/{z}/{x}/{y}", subdomains: "" },
      ]),
    ).toBe(
      "https://a.tile.example https://b.tile.example https://c.tile.example https://tiles-eu1.example https://tiles-us2.example",
    );
  });

  it("are never anything else: text that could add to the policy is dropped", () => {
    for (const url of [
      "",
      "javascript:{z}",
      "https://{z}",
      "https://evil.example;script-src *//{z}",
      "https://*/{z}/{x}/{y}",
      "https://{s}/{z}",
    ])
      expect(imageHosts([{ url, subdomains: "*;'" }]), url).not.toMatch(/[;,*']/);
  });
});
