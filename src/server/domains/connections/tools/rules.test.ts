import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { isReachable } from "./receiving/hooks.ts";
import { judge, waitAfter } from "./sending/backoff.ts";
import { cardLink } from "./sending/card.ts";

const trello = "https://api.trello.com/1";

describe("whether a tool can call this platform", () => {
  it.each([
    ["https://site.example.org", true],
    ["https://93.184.216.34", true],
    ["https://site.example.org:8443/", true],
    ["", false],
    ["http://site.example.org", false],
    ["https://localhost", false],
    ["https://sitewalk", false],
    ["https://sitewalk.local", false],
    ["https://nas.lan", false],
    ["https://127.0.0.1", false],
    ["https://192.168.1.4", false],
    ["https://10.0.0.8", false],
    ["https://[::1]", false],
    ["https://[fd00::1]", false],
  ])("at %j: %j", (address, answer) => {
    expect(isReachable(address, trello)).toBe(answer);
  });

  it("allows local addresses where the tool runs on this machine, too", () => {
    expect(isReachable("http://localhost:8080", "http://127.0.0.1:4000")).toBe(true);
    expect(isReachable("https://site.example.org", "http://127.0.0.1:4000")).toBe(false);
  });
});

describe("the wait after a failure", () => {
  const now = new Date("2026-11-21T08:00:00Z");
  const passing = { kind: "passing", retryAt: null } as const;

  it("doubles each time, up to an hour, with jitter", () => {
    const longest = [1, 2, 3, 8, 12].map((attempts) => waitAfter(attempts, () => 1) / 1000);
    expect(longest).toEqual([30, 60, 120, 3600, 3600]);
    expect(waitAfter(3, () => 0) / 1000).toBe(60);
  });

  it("ends after the last attempt", () => {
    const at = (attempts: number) => judge(passing, { attempts, now, random: () => 1 });
    expect(at(0)).toEqual({ attempts: 1, nextTry: new Date("2026-11-21T08:00:30Z"), pause: null });
    expect(at(limits.tools.tries - 2).nextTry).not.toBeNull();
    expect(at(limits.tools.tries - 1)).toEqual({ attempts: limits.tools.tries, nextTry: null, pause: null });
  });

  it("follows the tool's own wait, for the whole account, and counts as no attempt", () => {
    const retryAt = new Date("2026-11-22T00:00:00Z");
    for (const kind of ["rate_limited", "quota_day"] as const)
      expect(judge({ kind, retryAt }, { attempts: 3, now })).toEqual({
        attempts: 3,
        nextTry: retryAt,
        pause: retryAt,
      });
  });

  it("does not apply to permanent failures", () => {
    for (const kind of ["refused", "unknown_status", "reauth"] as const)
      expect(judge({ kind, retryAt: null }, { attempts: 0, now }).nextTry).toBeNull();
  });
});

it("links of cards are never found within one another", () => {
  const site = "https://site.example";
  expect(cardLink(site, 12)).not.toContain(cardLink(site, 1));
});
