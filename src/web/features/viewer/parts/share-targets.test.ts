import { describe, expect, it } from "vitest";
import { shareAddress, shareTargets } from "./share-targets.ts";

describe("ways to share", () => {
  it("are those of the settings that have an address, in the settings' order", () => {
    expect(shareTargets(["copy", "telegram", "constructor", "email"])).toEqual(["telegram", "email"]);
  });

  it("carry the whole address, its own question marks and signs included", () => {
    const shared = { url: "https://site.example/viewer/k3x9/12?yaw=1&fov=60", text: "Week 34 & 35: Roof?" };
    for (const target of shareTargets(["email", "whatsapp", "telegram", "facebook", "twitter", "linkedin"])) {
      const address = new URL(shareAddress(target, shared));
      const carried = [...address.searchParams.values()].join("\n");
      expect(carried).toContain(shared.url);
      expect([...address.searchParams.keys()]).not.toContain("fov");
    }
  });

  it("put the words before the link where the service takes both", () => {
    const address = shareAddress("email", { url: "https://a.example", text: "Roof" });
    expect(new URL(address).searchParams.get("body")).toBe("Roof\nhttps://a.example");
    expect(new URL(address).searchParams.get("subject")).toBe("Roof");
  });
});
