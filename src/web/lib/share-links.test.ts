import { describe, expect, it } from "vitest";
import { isShareProvider, shareLink } from "./share-links.ts";

const url = "https://site.example/viewer/aB3?x=1&y=2";

describe("a link to share", () => {
  it("arrives complete, whatever characters it contains", () => {
    const link = new URL(shareLink("telegram", url, "Week 12 & 13 / الأسبوع"));
    expect(link.searchParams.get("url")).toBe(url);
    expect(link.searchParams.get("text")).toBe("Week 12 & 13 / الأسبوع");
  });

  it("is passed to every provider, including its own question marks and ampersands", () => {
    for (const provider of ["email", "whatsapp", "telegram", "facebook", "twitter", "linkedin"] as const) {
      const carried = new URL(shareLink(provider, url, "Week 34 & 35: Roof?")).searchParams;
      expect([...carried.values()].join("\n")).toContain(url);
      expect([...carried.keys()]).not.toContain("y");
    }
  });

  it("goes as one text where the provider has only one field, after the sentence", () => {
    const textOf = (provider: "email" | "whatsapp", field: string) =>
      new URL(shareLink(provider, url, "Visit")).searchParams.get(field);
    expect(textOf("whatsapp", "text")).toBe(`Visit\n${url}`);
    expect(textOf("email", "body")).toBe(`Visit\n${url}`);
    expect(textOf("email", "subject")).toBe("Visit");
  });

  it("accepts the providers of the settings and no inherited property names", () => {
    expect(["email", "copy", "toString", "linkedin"].filter(isShareProvider)).toEqual(["email", "linkedin"]);
  });
});
