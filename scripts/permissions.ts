/** Writes docs/permissions.md from the tables that the server decides by. `npm run permissions`. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoles, roleGrants } from "#contract/choices.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { api, type Route } from "#contract/index.ts";
import { recordKinds, type SubjectName } from "#contract/kinds.ts";
import { ProjectRole } from "#contract/projects.ts";
import { roleRights } from "#server/domains/people/auth/rights.ts";
import { rights } from "#server/domains/rights.ts";
import type { Right, Rights } from "#server/platform/policy.ts";

export const permissionsFile = join(import.meta.dirname, "../docs/permissions.md");

const subjects = Object.keys(rights) as SubjectName[];

/** Name of each standing in a table's head. */
const standings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ProjectRole.options.map((role) => [role, role])),
  user: "user",
  administrator: "administrator",
  visitor: "visitor",
  self: "self",
  invited: "invited",
  maker: "maker",
  super_admin: "super admin",
};

const places: Readonly<Record<ProjectRole, string>> = {
  owner: "Everything. Who creates a project owns it.",
  manager: "Runs it: as the owner, except that he cannot delete the project.",
  editor: "Works in it: adds, changes and removes visits and rooms.",
  viewer: "Looks.",
  trade: "A contractor's person: looks.",
};

/** Calls open to every signed-in user whose handler adds a condition. */
const further: Partial<Record<Route, string>> = {
  "POST /api/projects": "by role, see “What a role allows”",
  "POST /api/broadcasting/auth": "channels of projects that one can see, and one's own",
  "POST /api/broadcasting/user-auth": "one's own socket, as oneself",
  "PUT /api/projects/star": "projects that one can see",
  "PUT /api/visits/star": "visits that one can see",
  "GET /api/settings": "more to those who may know more",
};

export function permissionsPage(): string {
  return [
    "# Who may do what",
    "",
    "Made by `npm run permissions` from the tables by which the server decides; change those, never this page. " +
      "A test fails when the two differ, and another tries every call as everybody. The screens ask the server's " +
      "answer (`can` in the replies) and never judge themselves. A record that the caller may not see is refused exactly " +
      "as one that does not exist (404); 403 is for one that is seen.",
    "",
    ...roles(),
    ...members(),
    ...subjects.flatMap((subject) => tableOf(recordKinds[subject], rights[subject])),
    ...calls(),
  ].join("\n");
}

function roles(): string[] {
  return [
    "## Roles",
    "",
    "An account has one role, given by a super admin. What somebody may do inside a project depends on his place",
    "among its members, not on his role.",
    "",
    ...table(
      ["role", "who that is"],
      [
        [
          "guest",
          "Not signed in. Opens the pages of the sign-in, what was shared with him by a link, and the public pages of people.",
        ],
        ["user", "Signed in. Works in the projects he is a member of."],
        [
          "administrator",
          "The same, and creates projects. Read also as `admininstrator`, in any case; written `administrator`.",
        ],
        ["super_admin", "Runs the site: accounts, sessions, settings; sees and changes every project."],
        [
          "demo account",
          "Not a role but a mark on an account. Reads what its role and places let it read; every change is refused with “This is a demo account. You cannot modify any data.”",
        ],
      ],
    ),
    "",
    ...tableOf("What a role allows", roleRights),
    "The setting “users create projects” (off) lets ordinary users create projects, too.",
    "",
  ];
}

function members(): string[] {
  return [
    "## Places in a project",
    "",
    "A project that is inactive or not validated is closed: it can be read, and its owner and managers can mend its",
    "data; nothing in it changes. A super admin needs no place. A share link opens one visit to everybody who has it.",
    "`yes*`: as a rule; a member can be given more than his place holds, and less.",
    "",
    ...table(
      ["place", "what it is for"],
      ProjectRole.options.map((role) => [role, places[role]]),
    ),
    "",
  ];
}

/** One row per right, one column for each standing that has any of them. */
function tableOf(heading: string, { about, verbs }: Rights): string[] {
  const list = Object.values<Right>(verbs);
  const columns = Object.keys(standings).filter((standing) =>
    list.some((right) => cell(right, standing) !== "–"),
  );
  const hasClosed = list.some(({ whileOpen }) => whileOpen === true);
  const yes = (is: boolean) => (is ? "yes" : "–");
  const rows = list.map((right) => [
    right.allows,
    ...columns.map((standing) => cell(right, standing)),
    yes(right.reads === true),
    ...(hasClosed ? [yes(right.whileOpen !== true)] : []),
  ]);
  const head = ["to …", ...columns.map((standing) => standings[standing] ?? standing), "the demo account"];
  return [
    `### ${heading}`,
    "",
    about,
    "",
    ...table([...head, ...(hasClosed ? ["while the project is closed"] : [])], rows),
    "",
  ];
}

/** A right that a role holds by default, and that can be granted to or withheld from a member, has a star. */
function cell({ to }: Right, standing: string): string {
  if (to.includes(standing)) return "yes";
  const held: readonly string[] = projectRoles.some((role) => role === standing)
    ? roleGrants[standing as ProjectRole]
    : [];
  if (!to.some((title) => held.includes(title))) return "–";
  return standing === "owner" ? "yes" : "yes*";
}

function calls(): string[] {
  const entries = Object.entries(api) as [Route, Endpoint][];
  const sorted = entries.toSorted(([a], [b]) => pathOf(a).localeCompare(pathOf(b)) || a.localeCompare(b));
  return [
    "## Every call",
    "",
    ...table(
      ["call", "what it does", "who", "demo account"],
      sorted.map(([route, endpoint]) => [
        `\`${route}\``,
        endpoint.summary,
        whoOf(route, endpoint),
        demoOf(route, endpoint),
      ]),
    ),
    "",
  ];
}

const pathOf = (route: string) => route.slice(route.indexOf(" ") + 1);

function whoOf(route: Route, { access }: Endpoint): string {
  const more = further[route];
  const suffix = more === undefined ? "" : ` (${more})`;
  if (access === "public") return `everybody${suffix}`;
  if (access === "user") return `everybody signed in${suffix}`;
  if (access === "super_admin") return "super admin";
  const [subject = "", verb = ""] = access.can.split(".");
  const right = rights[subject as SubjectName].verbs[verb];
  const names = (right?.to ?? []).map((standing) => standings[standing] ?? standing);
  return `${names.join(", ")}${right?.whileOpen === true ? " (while the project is open)" : ""}`;
}

/** Whether the gate lets the demo account through, if it would otherwise be let through. */
function demoOf(route: Route, endpoint: Endpoint): string {
  if (whoOf(route, endpoint) === "super admin") return "–";
  return route.startsWith("GET ") || endpoint.openToDemo === true ? "yes" : "–";
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)];
}

if (import.meta.main) await writeFile(permissionsFile, permissionsPage());
