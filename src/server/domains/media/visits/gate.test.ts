import { describe, expect, it } from "vitest";
import { askGate, type GateAnswer, type GuardedVisit } from "./gate.ts";

const now = new Date("2026-11-21T12:00:00Z");
const plain: GuardedVisit = {
  access: "link",
  share_password_hash: null,
  share_expires_at: null,
  active: true,
  validated: true,
};
const locked = { share_password_hash: "$argon2id$..." };
const over = { share_expires_at: now };
const running = { share_expires_at: new Date(now.getTime() + 1) };

describe("access to a shared visit", () => {
  it.each<[string, Partial<GuardedVisit>, boolean, GateAnswer]>([
    ["a plain link", {}, false, "open"],
    ["a password not given", locked, false, "VISIT_PASSWORD"],
    ["a password given", locked, true, "open"],
    ["the very moment of the end", over, false, "VISIT_EXPIRED"],
    ["the moment before it", running, false, "open"],
    ["an end, whatever was given", { ...locked, ...over }, true, "VISIT_EXPIRED"],
    ["a password before the end", { ...locked, ...running }, false, "VISIT_PASSWORD"],
    ["members only", { access: "members" }, false, "hidden"],
    ["members only with a password given", { access: "members", ...locked }, true, "hidden"],
    ["members only after its end", { access: "members", ...over }, false, "hidden"],
    ["an inactive project", { active: false }, false, "hidden"],
    ["a project not validated", { validated: false, ...locked }, true, "hidden"],
  ])("answers a guest at %s", (_, change, isGiven, answer) => {
    expect(askGate({ ...plain, ...change }, { isMember: false, hasPassword: () => isGiven, now })).toBe(
      answer,
    );
  });

  it("is never refused to a member, whatever is set", () => {
    for (const access of ["link", "members"] as const)
      for (const active of [true, false])
        expect(
          askGate(
            { ...plain, ...locked, ...over, access, active, validated: active },
            { isMember: true, hasPassword: () => false, now },
          ),
        ).toBe("open");
  });
});
