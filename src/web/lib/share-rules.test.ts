import { describe, expect, it } from "vitest";
import type { Share } from "#contract/access-logs.ts";
import {
  draftOf,
  expiryIn,
  expiryOf,
  isTooShort,
  shareChanges,
  suggestPassword,
  whoOpens,
} from "./share-rules.ts";

const share: Share = { access: "link", has_password: false, expires_at: null, history: false, views: 0 };

describe("changing the settings of a share link", () => {
  it("sends changed values only, and nothing for a value that was changed back", () => {
    const draft = draftOf(share);
    expect(shareChanges(share, draft)).toEqual({});
    expect(shareChanges(share, { ...draft, history: true, password: "abcd" })).toEqual({
      history: true,
      password: "abcd",
    });
    expect(shareChanges(share, { ...draft, password: null })).toEqual({});
    expect(shareChanges({ ...share, has_password: true }, { ...draft, password: null })).toEqual({
      password: null,
    });
    const ends = { ...share, expires_at: "2026-12-01T20:59:00.000Z" };
    expect(shareChanges(ends, { ...draftOf(ends), expires_at: "2026-12-01T20:59:00Z" })).toEqual({});
  });

  it("keeps the settings for guests when the link becomes one for members", () => {
    const draft = { ...draftOf(share), access: "members", history: true, password: "abc" } as const;
    expect(shareChanges(share, draft)).toEqual({ access: "members" });
    expect(shareChanges({ ...share, access: "members" }, draft)).toEqual({});
    expect(isTooShort(draft)).toBe(false);
  });

  it("lets a link expire at the end of a day", () => {
    const now = new Date(2026, 0, 31, 12, 30);
    expect(new Date(expiryIn("week", now))).toEqual(new Date(2026, 1, 7, 23, 59));
    expect(new Date(expiryIn("month", now))).toEqual(new Date(2026, 1, 28, 23, 59));
    expect(expiryOf(null, now)).toBe("never");
    expect(expiryOf(expiryIn("week", now), now)).toBe("week");
    expect(expiryOf(expiryIn("month", now), now)).toBe("month");
    expect(expiryOf("2026-02-03T10:00:00Z", now)).toBe("date");
  });

  it("says who can open it", () => {
    const now = new Date("2026-11-21T12:00:00Z");
    const over = "2026-11-21T11:00:00Z";
    expect(whoOpens(share, now)).toBe("opens_link");
    expect(whoOpens({ ...share, has_password: true }, now)).toBe("opens_password");
    expect(whoOpens({ ...share, has_password: true, expires_at: over }, now)).toBe("opens_over");
    expect(whoOpens({ ...share, access: "members", expires_at: over }, now)).toBe("opens_members");
  });

  it("suggests long passwords, each different, and rejects those that are too short", () => {
    const many = new Set(Array.from({ length: 200 }, suggestPassword));
    expect(many.size).toBe(200);
    for (const one of many) expect(one).toMatch(/^[a-z]{4}-[a-z]{4}-[a-z]{4}$/);
    expect(isTooShort({ ...draftOf(share), password: "abc" })).toBe(true);
    expect(isTooShort({ ...draftOf(share), password: "abcd" })).toBe(false);
    expect(isTooShort(draftOf(share))).toBe(false);
  });
});
