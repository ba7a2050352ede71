import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Grant, givenRoles, grants, projectRoles, roleGrants } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import {
  type Actor,
  adjusted,
  grantsOf,
  isAdjusted,
  type Membership,
  refusalToChange,
  refusalToGive,
} from "./hierarchy.ts";

const actor = (role: ProjectRole | null, more: Partial<Actor> = {}): Actor => ({
  id: 1,
  super_admin: false,
  role,
  grants: role === null ? [] : roleGrants[role],
  ...more,
});
const target = (role: ProjectRole, id_user = 2) => ({ id_user, role });
const place = (role: ProjectRole, given: Grant[] = [], withheld: Grant[] = []): Membership => ({
  role,
  given,
  withheld,
});

describe("Changing other members", () => {
  const lets: Readonly<Record<string, readonly ProjectRole[]>> = {
    owner: ["manager", "editor", "viewer", "trade"],
    manager: ["editor", "viewer", "trade"],
    editor: ["viewer", "trade"],
    viewer: ["trade"],
    trade: [],
  };

  it.each(projectRoles)(
    "%s changes members of a lower role, and none of the same or a higher one",
    (role) => {
      for (const other of projectRoles)
        expect(refusalToChange(actor(role), target(other)), other).toBe(
          lets[role]?.includes(other) ? undefined : "MEMBER_ABOVE",
        );
    },
  );

  it("a super admin changes everyone but an owner, member or not", () => {
    for (const own of [null, ...projectRoles])
      for (const other of projectRoles)
        expect(refusalToChange(actor(own, { super_admin: true }), target(other))).toBe(
          other === "owner" ? "MEMBER_ABOVE" : undefined,
        );
  });

  it("no one changes their own membership, whatever their role", () => {
    for (const role of projectRoles)
      for (const super_admin of [true, false])
        expect(refusalToChange(actor(role, { super_admin }), target(role, 1))).toBe("NOT_YOURSELF");
  });
});

describe("Assigning roles and grants", () => {
  it("no one promotes a member above their own role", () => {
    expect(refusalToGive(actor("manager"), "manager")).toBeUndefined();
    expect(refusalToGive(actor("editor", { grants }), "manager")).toBe("MEMBER_ABOVE");
    expect(refusalToGive(actor(null), "trade")).toBe("MEMBER_ABOVE");
    expect(refusalToGive(actor(null, { super_admin: true }), "manager")).toBeUndefined();
  });

  it("no one gives a grant that they lack, but grants that the member had before may stay", () => {
    const poor = actor("manager", { grants: grants.filter((grant) => grant !== "export.view") });
    expect(refusalToGive(poor, "editor")).toBe("GRANT_LACKING");
    expect(refusalToGive(poor, "viewer")).toBeUndefined();
    expect(refusalToGive(poor, "editor", roleGrants.editor, ["export.view"])).toBeUndefined();
    expect(refusalToGive({ ...poor, super_admin: true }, "editor")).toBeUndefined();
  });
});

describe("A membership after a change", () => {
  it("with a new role starts without earlier adjustments", () => {
    const before = place("viewer", ["visits.edit"], ["team.view"]);
    expect(adjusted(before, "editor")).toEqual(place("editor"));
    expect(adjusted(before, "viewer"), "the same role anew").toEqual(place("viewer"));
    expect(adjusted(before, "trade", { "team.view": true })).toEqual(place("trade", ["team.view"]));
  });

  it("keeps what was not part of the change", () => {
    const before = place("viewer", ["export.view"], ["team.view"]);
    expect(adjusted(before, undefined, { "visits.edit": true })).toEqual(
      place("viewer", ["visits.edit", "export.view"], ["team.view"]),
    );
    expect(adjusted(before, "viewer", { "export.view": false })).toEqual(place("viewer", [], ["team.view"]));
    expect(adjusted(before, undefined)).toEqual(before);
  });

  it("grants no edit without view, and adds view with edit", () => {
    const blind = adjusted(place("editor"), undefined, { "visits.view": false });
    expect(grantsOf(blind)).not.toContain("visits.edit");
    const back = adjusted(blind, undefined, { "visits.view": true });
    expect(grantsOf(back).toSorted()).toEqual([...roleGrants.editor].toSorted());
    const able = adjusted(blind, undefined, { "visits.edit": true });
    expect(grantsOf(able)).toEqual(expect.arrayContaining(["visits.view", "visits.edit"]));
  });

  it("never loses the sight of the project", () => {
    expect(grantsOf(adjusted(place("trade"), undefined, { "project.view": false }))).toContain(
      "project.view",
    );
  });
});

const someGrants = fc.subarray([...grants]);
const wishes = fc.dictionary(fc.constantFrom(...grants), fc.boolean());

it("After any two changes a member holds the last requested grants, as far as they are compatible.", () => {
  fc.assert(
    fc.property(fc.constantFrom(...givenRoles), wishes, wishes, (role, first, second) => {
      const after = adjusted(adjusted(place(role), undefined, first), undefined, second);
      const held = grantsOf(after);
      for (const grant of grants) {
        const kind = grant.split(".")[0];
        const sees = held.includes(`${kind}.view` as Grant);
        if (grant.endsWith(".edit") && held.includes(grant)) expect(sees).toBe(true);
        if (second[grant] === false && grant !== "project.view") {
          // The right to edit brings the right to view with it, unless that was refused with it.
          expect(held).not.toContain(grant);
        }
        if (second[grant] === true && grant.endsWith(".view")) expect(held).toContain(grant);
      }
      expect(isAdjusted(role, roleGrants[role])).toBe(false);
      expect(isAdjusted(role, held)).toBe(!sameSet(held, roleGrants[role]));
    }),
  );
});

const sameSet = (one: readonly string[], other: readonly string[]) =>
  one.toSorted().join() === other.toSorted().join();

describe("The database", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it.each(projectRoles)("gives %s the grants of the contract", async (role) => {
    const { rows } = await sql<{ held: Grant[] }>`select role_grants(${role}) as held`.execute(database.db);
    expect(rows[0]?.held.toSorted()).toEqual([...roleGrants[role]].toSorted());
  });

  it("computes a member's grants like the program, for any given and withheld grants", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...projectRoles),
        someGrants,
        someGrants,
        async (role, given, withheld) => {
          const { rows } = await sql<{ held: Grant[] }>`
            select member_grants(${role}, ${given}::text[], ${withheld}::text[]) as held`.execute(
            database.db,
          );
          expect(rows[0]?.held.toSorted()).toEqual(grantsOf({ role, given, withheld }).toSorted());
        },
      ),
      { numRuns: 200 },
    );
  });
});
