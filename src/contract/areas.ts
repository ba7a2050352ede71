import type { Scope } from "./api-access.ts";
import { areaOf, type Endpoint } from "./endpoint.ts";
import { api, type Route } from "./index.ts";

/** Requirement on a token for a call: a scope, nothing (`any` token will do), or null: no token is accepted. */
export type TokenRule = Scope | "any" | null;

/** Calls that differ from the rule of their table and method. */
const exceptions: { readonly [R in Route]?: TokenRule } = {
  "GET /api/health": "any",
  "GET /api/ready": "any",
  "GET /api/system/media": "any",

  // Reports contain data of other areas, so they are an area of their own.
  "GET /api/annotations/report/pdf": "reports:read",
  "GET /api/annotations/report/xlsx": "reports:read",
  "GET /api/annotations/report/bcf": "reports:read",
  "GET /api/projects/{id}/owner-report/runs": "reports:read",
  "GET /api/projects/{id}/owner-report/runs/{run}": "reports:read",
  "GET /api/projects/{id}/owner-report/runs/{run}/pdf": "reports:read",
  "GET /api/three60videos/{id}/access-logs": "videos:read",
  "GET /api/three60videos/{id}/access-logs/statistics": "videos:read",
  "GET /api/three60videos/{id}/access-logs/viewer-count": "videos:read",
  "GET /api/viewer-count/video": "videos:read",
  // They only read, and log that.
  "POST /api/evidence/rooms/{id}/check": "reports:read",
  "POST /api/evidence/videos/{id}/check": "reports:read",
  "POST /api/evidence/sheets/{id}/check": "reports:read",
  "POST /api/evidence/snags/{id}/check": "reports:read",
  // Reads, although it is sent with a writing method.
  "POST /api/three60videos/{id}/comments/search": "videos:read",

  // The required scope depends on the channel.
  "POST /api/broadcasting/auth": "any",
  "POST /api/broadcasting/user-auth": "account:read",

  "GET /api/user": "account:read",
  "GET /api/users/{id}": "account:read",
  "GET /api/users/{id}/profile": "account:read",
  "GET /api/users/{id}/activity-logs": "account:read",
  "GET /api/users/code/{code}": "account:read",
  "GET /api/quota": "account:read",
  "POST /api/users/avatar": "account:write",
  "DELETE /api/users/avatar/delete": "account:write",
  "POST /api/users/cover_image": "account:write",
  "DELETE /api/users/cover_image/delete": "account:write",

  // Belongs to the installation, though it concerns a project's owner.
  "PUT /api/projects/validate/{id}": null,
  "PUT /api/projects/invalidate/{id}": null,
  "PUT /api/validate/{id}": null,
  "PUT /api/invalidate/{id}": null,
  // Cannot be undone by the caller.
  "POST /api/team-members/transfer-ownership": null,
  // These count viewers, or store a pass in a browser.
  "POST /api/viewer-count/log-visit": null,
  "PUT /api/viewer-count/update-activity": null,
  "POST /api/viewer-count/log-video": null,
  "POST /api/three60videos/{id}/access-logs/log-access": null,
  "PUT /api/three60videos/{id}/access-logs/end-session": null,
  "POST /api/viewer-visit/unlock": null,
  "POST /api/three60videos/{id}/verify-password": null,
  "POST /api/live-streaming/{id}/verify-password": null,
  "POST /api/cctv-player/verify-password": null,
};

/** Requirement on a token for this call. Calls of super admins are closed to every token, regardless of its owner. */
export function tokenRule(route: Route): TokenRule {
  const { access }: Endpoint = api[route];
  if (access === "super_admin") return null;
  const exception = exceptions[route];
  if (exception !== undefined) return exception;
  // A table without an area is closed to tokens, so that a new domain opens nothing by omission.
  const area = areaOf(api[route]);
  if (area === undefined) return null;
  return `${area}:${route.startsWith("GET ") ? "read" : "write"}`;
}

/** Whether the scopes of a token suffice; writing includes reading. */
export function isOpenedBy(rule: Scope | "any", held: readonly string[]): boolean {
  if (rule === "any" || held.includes(rule)) return true;
  return rule.endsWith(":read") && held.includes(rule.replace(":read", ":write"));
}
