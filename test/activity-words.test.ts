import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { activityKinds } from "#contract/kinds.ts";
import { readTexts } from "#i18n/text-files.ts";
import type { TextTree } from "#i18n/text-tree.ts";

const root = join(import.meta.dirname, "..");
const domains = join(root, "src/server/domains");

/** Actions that the sources compose from two parts. */
const composed = [
  ...["created", "changed", "status_changed", "activated", "deactivated", "validated", "invalidated"].map(
    (verb) => `project.${verb}`,
  ),
  ...["deleted", "restored", "category_assigned", "category_removed"].map((verb) => `project.${verb}`),
  ...["created", "changed", "deleted"].flatMap((verb) => [`visit.${verb}`, `room.${verb}`]),
  ...["created", "renamed", "deleted"].flatMap((verb) => [`category.${verb}`, `project_type.${verb}`]),
  ...["created", "placed", "ready", "requested", "made", "stopped", "continued", "deleted"].map(
    (verb) => `walk.${verb}`,
  ),
  ...["added", "renamed", "removed"].map((verb) => `passkey.${verb}`),
  ...["created", "renamed", "revoked"].map((verb) => `token.${verb}`),
  ...["created", "changed", "deleted", "person_added", "people_imported", "person_changed"].map(
    (verb) => `crew.${verb}`,
  ),
  ...[
    "person_removed",
    "attached",
    "detached",
    "link_shared",
    "link_sent",
    "link_renewed",
    "link_revoked",
  ].map((verb) => `crew.${verb}`),
  ...["switched_on", "switched_off", "renewed_codes"].map((verb) => `two_factor.${verb}`),
  ...["invited", "invitation_cancelled", "joined", "declined", "left", "removed", "role_changed"].map(
    (verb) => `team.${verb}`,
  ),
  ...[
    "permissions_changed",
    "owner_changed",
    "requested",
    "request_cancelled",
    "let_in",
    "request_declined",
  ].map((verb) => `team.${verb}`),
];

/** Actions that are literals in the sources: `action: "user.changed"`. */
function written(): string[] {
  const files = readdirSync(domains, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((file) => {
      const source = readFileSync(join(domains, file), "utf8");
      return [...source.matchAll(/\baction:[^,;]*?((?:"[a-z_]+\.[a-z_]+"[^",;]*)+)/g)].flatMap(([, part]) =>
        [...(part ?? "").matchAll(/"([a-z_]+\.[a-z_]+)"/g)].map(([, action]) => action ?? ""),
      );
    });
}

describe.each(["en", "ar"])("the activity of a user in %s", (language) => {
  const texts = readTexts(language)["profile"] as unknown as {
    activity: { does: Record<string, Record<string, string> | undefined> };
  };

  it("has a sentence for every recorded action", () => {
    const actions = [...new Set([...written(), ...composed])];
    expect(actions).toContain("user.invited");
    const wordless = actions.filter((action) => {
      const [kind = "", verb = ""] = action.split(".");
      return texts.activity.does[kind]?.[verb] === undefined;
    });
    expect(wordless).toEqual([]);
  });
});

describe.each(["en", "ar"])("the log of a project in %s", (language) => {
  const { activity } = (readTexts(language)["projects"] as TextTree)["cockpit"] as unknown as {
    activity: { does: Record<string, Record<string, string> | undefined> };
  };

  it("has a sentence for every recorded action of a project", () => {
    const told = [...new Set([...written(), ...composed, "sheet.created", "sheet.changed", "sheet.deleted"])];
    const ofProjects = told.filter((action) => activityKinds.some((kind) => action.startsWith(`${kind}.`)));
    expect(ofProjects).toContain("team.invited");
    const wordless = ofProjects.filter((action) => {
      const [kind = "", verb = ""] = action.split(".");
      return activity.does[kind]?.[verb] === undefined;
    });
    expect(wordless).toEqual([]);
  });
});
