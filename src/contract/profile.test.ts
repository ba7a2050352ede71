import { describe, expect, it } from "vitest";
import { Email } from "./profile.ts";

describe("an email address", () => {
  it.each([
    "a@b.co",
    "first.last+site@mail.example.org",
    "مكتب@بناء.قطر",
    "büro@münchen.example",
    "o'brien@site.example",
  ])("accepts %s", (address) => {
    expect(Email.parse(` ${address} `)).toBe(address);
  });

  it.each(["abc", "a@b", "a@b.", "@b.co", "a b@c.de", "a@b@c.de", "a@b .co"])("rejects '%s'", (text) => {
    expect(Email.safeParse(text).error?.issues[0]?.message).toBe("users.email_invalid");
  });

  it("is required", () => {
    for (const nothing of ["", "   ", undefined])
      expect(Email.safeParse(nothing).error?.issues[0]?.message).toBe("users.email_required");
  });
});
