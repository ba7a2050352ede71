import { describe, expect, it } from "vitest";
import { permissionsOf } from "../roles.ts";
import {
  areas,
  changeBetween,
  countChanges,
  isAdjusted,
  type Membership,
  withGrant,
  withRole,
} from "./grants.ts";

const viewer: Membership = withRole("viewer");

describe("permissions of a member", () => {
  it("show every area once", () => {
    expect(areas).toEqual(expect.arrayContaining(["project", "visits", "team", "export"]));
    expect(new Set(areas).size).toBe(areas.length);
  });

  it("grant viewing with changing, and revoke changing with viewing", () => {
    const trade = withRole("trade");
    const more = withGrant(trade, "team.edit", true);
    expect([more.permissions["team.view"], more.permissions["team.edit"]]).toEqual([true, true]);
    const less = withGrant(withRole("editor"), "visits.view", false);
    expect([less.permissions["visits.view"], less.permissions["visits.edit"]]).toEqual([false, false]);
  });

  it("send nothing after a change and its reversal", () => {
    const there = withGrant(viewer, "export.view", true);
    expect(changeBetween(viewer, withGrant(there, "export.view", false))).toEqual({});
  });

  it("send only changed permissions", () => {
    expect(changeBetween(viewer, withGrant(viewer, "export.view", true))).toEqual({
      permissions: { "export.view": true },
    });
    expect(countChanges(viewer, withGrant(viewer, "visits.edit", true))).toBe(1);
  });

  it("send a new role alone, or with the permissions that differ from it", () => {
    expect(changeBetween(viewer, withRole("editor"))).toEqual({ role: "editor" });
    expect(changeBetween(viewer, withGrant(withRole("editor"), "export.view", false))).toEqual({
      role: "editor",
      permissions: { "export.view": false },
    });
  });

  it("drop earlier adjustments when the role changes", () => {
    const before: Membership = {
      role: "viewer",
      permissions: { ...permissionsOf("viewer"), "export.view": true },
    };
    expect(changeBetween(before, withRole("trade"))).toEqual({ role: "trade" });
  });

  it("return to the role's by sending the role", () => {
    const before = withGrant(viewer, "export.view", true);
    expect(isAdjusted(before)).toBe(true);
    expect(changeBetween(before, viewer)).toEqual({ role: "viewer" });
  });
});
