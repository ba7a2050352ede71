import { createHash } from "node:crypto";
import type { Caller } from "./seed.ts";
import { each, type Sizes } from "./sizes.ts";

/** Kinds with a goal of their own: a list or page, a search of a log, or a file. */
export type CallKind = "page" | "log search" | "file";

export interface YearsCall {
  readonly name: string;
  readonly kind: CallKind;
  readonly path: string;
  readonly body?: object;
  /** All callers by default. */
  readonly by?: readonly Caller[];
}

const admin = ["super admin"] as const;
const leading = ["super admin", "owner"] as const;

/** A day six years ago, as `YYYY-MM-DD`. */
export const dayLongAgo = () => new Date(Date.now() - 6 * 365 * 86_400_000).toISOString().slice(0, 10);

/** A project that each of them may open, and what lies in it. */
export function callsFor(caller: Caller, sizes: Sizes): YearsCall[] {
  const project = caller === "member" ? 3 : Math.max(5, Math.floor(sizes.projects / 10) * 5);
  const visit = project * each.visits - 5;
  const room = visit * each.rooms - 3;
  const sheet = project * each.sheets;
  // As `rows.ts` makes them.
  const code = createHash("md5")
    .update(`visit${project}-${visit - (project - 1) * each.visits}`)
    .digest("hex");
  const page = (name: string, path: string, by?: readonly Caller[]): YearsCall => ({
    name,
    kind: "page",
    path: `/api/${path}`,
    ...(by && { by }),
  });
  const log = (name: string, query: string): YearsCall => ({
    name: `log: ${name}`,
    kind: query.includes("search=") ? "log search" : "page",
    path: `/api/activity?${query}`,
    by: admin,
  });
  const file = (name: string, path: string): YearsCall => ({ name, kind: "file", path: `/api/${path}` });
  const long = dayLongAgo();
  const all: YearsCall[] = [
    page("dashboard", "dashboard"),
    page("dashboard, changes", "dashboard/changes"),
    page("projects", "projects"),
    page("projects by name, page 10", "projects?sort=name&page=10&per_page=5"),
    page("projects, map", "projects/map"),
    page("project", `projects/${project}`),
    page("project, activity", `projects/${project}/activity`),
    page("project, progress", `projects/${project}/progress`),
    page("project, team", `team-members?id_project=${project}`),
    page("visits", "visits"),
    page("visits of a project", `visits?id_project=${project}`),
    page("visit", `visits/${visit}`),
    page("visit, views", `visits/${visit}/access-logs`, leading),
    page("visit, statistics", `visits/${visit}/access-logs/statistics?period=year`, leading),
    page("visit, room choice", `visits/hotspot-visits?room_id=${room}`),
    page("visit, matches", `visits/${visit}/matches?id_visit=${visit - 1}`),
    page("viewer, timeline", `viewer-timeline?code=${code}&id_room=${room}`),
    page("viewer, dates", `viewer-dates?code=${code}&id_room=${room}`),
    page("floor plans", `maps?id_project=${project}`),
    page("floor plan, rooms", `maps/${sheet}/rooms`),
    page("snags", "annotations"),
    page("snags by due date", "annotations?sort=due"),
    page("snags by priority", "annotations?sort=priority&status=open"),
    page("snags overdue", "annotations?overdue=1"),
    page("snags overdue, of a status without any", "annotations?overdue=1&status=disputed"),
    page("snags of a project (board)", `annotations?id_project=${project}&per_page=100`),
    page("snags, search", "annotations?search=axis%2042"),
    page("snags, search for a room", "annotations?search=corridor%207"),
    page("snags, search in a project", `annotations?id_project=${project}&search=leak`),
    page("snags, choices", `annotations/choices?id_project=${project}`),
    page("snapshots", "snapshots"),
    page("videos", "three60videos"),
    page("cameras", "cctv-cameras"),
    page("messages", "messages"),
    page("messages, all", "messages?all_messages=1"),
    page("conversations", "messages/conversations"),
    page("notifications", "notifications"),
    page("quota", "quota?kind=visit"),
    page("popular searches", "search/popular"),
    page("search suggestions", "search/suggestions?q=tow"),
    page("exports of a project", `project-exports?id_project=${project}`),
    page("accounts", "users", admin),
    page("accounts, search", "users?search=surname12", admin),
    page("audit", "audit", admin),
    page("system", "system/overview", admin),
    { name: "search", kind: "page", path: "/api/search/global", body: { q: "tower 12" } },
    { name: "search, common word", kind: "page", path: "/api/search/global", body: { q: "roof" } },
    log("first page", "page=1"),
    log("page 200", "page=200&per_page=50"),
    log("page 4000", "page=4000&per_page=50"),
    log("kind", "action=invoice"),
    log("action", "action=invoice.issued"),
    log("downloads", "part=exported"),
    log("views", "part=seen"),
    log("days six years ago", `from=${long}&to=${long}`),
    log("action, before a day", `action=snag.changed&to=${long}`),
    log("search, rare", "search=mall%2096547"),
    log("search, a word", "search=tower"),
    log("search, in most entries", "search=visit"),
    log("search, a user", "search=surname12"),
    log("search, an address", "search=192.0.77.31"),
    log("search, nothing", "search=zeppelin"),
    log("search, two letters", "search=zq"),
    log("search of views", "part=seen&search=hospital%2012"),
    file("snags of 400 as PDF", `annotations/report/pdf?id_project=${project}`),
    file("snags of 400 as BCF", `annotations/report/bcf?id_project=${project}`),
    file("snags of 400 as XLSX", `annotations/report/xlsx?id_project=${project}`),
  ];
  return all.filter(({ by }) => by === undefined || by.includes(caller));
}

/** A nightly or regular job whose work grows with the data. */
export interface Job {
  readonly name: string;
  /** Its name by default. */
  readonly label?: string;
  /** Statement that makes its work due, which another run may have just done. */
  readonly before?: string;
}

export const jobs: readonly Job[] = [
  { name: "snags.remind" },
  { name: "notifications.prune" },
  {
    name: "cctv.check_all",
    label: "cctv.check_all, no camera changes",
    before: "update cameras set checked_at = null",
  },
  {
    name: "cctv.check_all",
    label: "cctv.check_all, every camera is lost at once",
    before:
      "update cameras set checked_at = null, state = 'up', problem = null, is_alerted = false, missed = alert_after",
  },
  { name: "media.sweep" },
  { name: "exports.sweep" },
  { name: "webhooks.prune" },
];
