import { describe, expect, it } from "vitest";
import { effectiveRole, mayCreateProject, type RoleHolder } from "./rights.ts";

describe("the effective role", () => {
  const table: readonly [RoleHolder | null | undefined, ReturnType<typeof effectiveRole>][] = [
    [undefined, "guest"],
    [null, "guest"],
    [{}, "guest"],
    [{ role: null }, "guest"],
    [{ role: " " }, "guest"],
    [{ role: "user" }, "user"],
    [{ role: "User" }, "user"],
    [{ role: "administrator" }, "administrator"],
    [{ role: "Administrator" }, "administrator"],
    [{ role: "admininstrator" }, "administrator"],
    [{ role: "ADMININSTRATOR" }, "administrator"],
    [{ role: " admininstrator " }, "administrator"],
    [{ role: "admin" }, "user"],
    [{ role: "administrators" }, "user"],
    [{ role: "root" }, "user"],
    [{ role: "super_admin" }, "super_admin"],
    [{ role: "user", super_admin: true }, "super_admin"],
    [{ role: "user", super_admin: 1 }, "super_admin"],
    [{ role: "user", super_admin: "1" }, "super_admin"],
    [{ role: null, super_admin: 1 }, "super_admin"],
    [{ role: "user", super_admin: false }, "user"],
    [{ role: "user", super_admin: 0 }, "user"],
    [{ role: "user", super_admin: "0" }, "user"],
    [{ role: "user", super_admin: "yes" }, "user"],
    [{ role: "administrator", super_admin: null }, "administrator"],
  ];

  it.each(table)("of %j is %s", (profile, role) => {
    expect(effectiveRole(profile)).toBe(role);
  });
});

describe("a project", () => {
  const settings = (users_create_projects: boolean) => ({ users_create_projects });

  it("is created by administrators and super admins, by ordinary users only where the settings allow it", () => {
    for (const role of ["administrator", "super_admin"] as const)
      expect(mayCreateProject({ role, is_demo: false }, settings(false))).toBe(true);
    const user = { role: "user", is_demo: false } as const;
    expect(mayCreateProject(user, settings(false))).toBe(false);
    expect(mayCreateProject(user, settings(true))).toBe(true);
    expect(mayCreateProject({ role: "user", is_demo: true }, settings(true))).toBe(false);
  });
});
