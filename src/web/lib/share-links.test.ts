import { describe, expect, it } from "vitest";
import { isShareProvider, shareLink } from "./share-links.ts";

const url = "https://site.example/viewer/aB3?x=1&y=2";

describe("a link to share", () => {
  it("arrives whole, whatever stands in it", () => {
    const link = new URL(shareLink("telegram", url, "Week 12 & 13 / الأسبوع"));
    expect(link.searchParams.get("url")).toBe(url);
    expect(link.searchParams.get("text")).toBe("Week 12 & 13 / الأسبوع");
  });

  it("goes as one text where there is one field only", () => {
    expect(new URL(shareLink("whatsapp", url, "Visit")).searchParams.get("text")).toBe(`Visit ${url}`);
  });

  it("knows the providers of the settings and no inherited names", () => {
    expect(["email", "copy", "toString", "linkedin"].filter(isShareProvider)).toEqual(["email", "linkedin"]);
  });
});
