/**
 * The choices of the contract as plain lists, for those who offer them: this file imports nothing, so that a screen
 * which shows them does not bring the schemas into the browser.
 */
export const projectSorts = ["updated", "name", "created", "last_visit"] as const;
export const visitSorts = ["date", "name", "created"] as const;

/** Kinds of thing that a project's log tells of. */
export const activityKinds = ["project", "visit", "room", "sheet", "team", "export"] as const;

/** Places in a project, those with more rights first. A project has one owner. */
export const projectRoles = ["owner", "manager", "editor", "viewer", "trade"] as const;
/** Places that an invitation or a change may give; ownership is handed over by a call of its own. */
export const givenRoles = ["manager", "editor", "viewer", "trade"] as const;

/** What a place in a project may hold. Later kinds of thing add theirs here, in `roleGrants` and in the database. */
export const grants = [
  "project.view",
  "project.edit",
  "visits.view",
  "visits.edit",
  "sheets.view",
  "sheets.edit",
  "team.view",
  "team.edit",
  "export.view",
] as const;
export type Grant = (typeof grants)[number];

/** What each place holds unless a member was given more or less. The owner's never changes, nor does `project.view`. */
export const roleGrants: Readonly<Record<(typeof projectRoles)[number], readonly Grant[]>> = {
  owner: grants,
  manager: grants,
  editor: [
    "project.view",
    "visits.view",
    "visits.edit",
    "sheets.view",
    "sheets.edit",
    "team.view",
    "export.view",
  ],
  viewer: ["project.view", "visits.view", "sheets.view", "team.view"],
  trade: ["project.view", "visits.view", "sheets.view"],
};
