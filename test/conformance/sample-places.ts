import type { Route } from "#contract/index.ts";
import type { SamplePlace } from "#server/platform/samples.ts";
import type { World } from "./world.ts";

/** Calls that use up their subject, beside those that delete; after one of them succeeds, the sample project is spent. */
const answers: readonly Route[] = [
  "PUT /api/projects/restore/{id}",
  "POST /api/projects/{id}/owner-report/revoke",
  "POST /api/projects/{id}/photos/restore",
  "POST /api/team-members/transfer-ownership",
  "PUT /api/users/invitations/accept/{id}",
  "PUT /api/users/invitations/decline/{id}",
  "PUT /api/join-requests/accept",
  "PUT /api/join-requests/decline",
  "PUT /api/plan-requests/{id}/approve",
  "PUT /api/plan-requests/{id}/decline",
];
/** Deleting calls that also remove other records of the sample project, or the subject of another call. */
const takesMore: readonly Route[] = [
  "DELETE /api/cctv-cameras/{id}",
  "DELETE /api/three60videos/{id}",
  "DELETE /api/live-streaming/{id}",
  "DELETE /api/plans/{id}",
  "DELETE /api/projects/{id}",
  "DELETE /api/projects/{id}/schedule",
  "DELETE /api/sessions/{id}",
  "DELETE /api/admin/sessions/{id}/force-logout",
  "DELETE /api/maps",
  "DELETE /api/photos/{id}",
  "DELETE /api/annotations/{id}",
  "DELETE /api/crews/{id}",
  "DELETE /api/projects/{id}/crews/{crew}",
  "DELETE /api/projects/{id}/diary/{day}",
  "DELETE /api/annotations/file/delete",
  "DELETE /api/annotations/{id}/photos",
  "DELETE /api/team-members/remove-team-member",
  "DELETE /api/team-members/leave-project",
  "DELETE /api/users/{id}",
  "DELETE /api/projects/{id}/coverage/spots",
  "DELETE /api/visits/{id}",
  "DELETE /api/rooms/{id}",
];
/** Each takes records of its own area only: other areas of the same project stay whole. */
const areas: Readonly<Record<string, RegExp>> = {
  cameras: /\/cctv-cameras\//,
  videos: /\/three60videos\//,
  channels: /\/live-streaming\//,
  plans: /\/(?:plans|plan-requests)\//,
  schedule: /\/schedule(?:\/|$)/,
  diary: /\/diary\//,
  invitations: /\/users\/invitations\//,
  requests: /\/join-requests\//,
  reports: /\/owner-report\//,
  site: /\/(?:maps|photos|annotations|crews|coverage|visits|rooms|snapshots|progress-entries|spot-timelapses)(?:\/|$)/,
};
const areaOf = (route: Route) => Object.keys(areas).find((area) => areas[area]?.test(route));
/** Calls that end sessions, those of a sample project or the client's own: later calls of the test need them back. */
export const endings: readonly Route[] = ["POST /api/logout", "POST /api/sessions/revoke-all"];
/** A closed project allows no further calls. */
const closings: readonly Route[] = [
  "PUT /api/projects/deactivate/{id}",
  "PUT /api/projects/invalidate/{id}",
  "PUT /api/deactivate/{id}",
  "PUT /api/invalidate/{id}",
];

/** Sample projects of the owner for testing calls. Creating one costs more than most of the calls. */
export interface Places {
  /** A project from which nothing is removed: for calls that leave it as it was, and for those that are refused. */
  lasting(): Promise<SamplePlace>;
  /** A project for a call that may succeed: the subject that it deletes or answers exists, even after an earlier use. */
  for(route: Route): Promise<SamplePlace>;
  /** Reports that a call succeeded, after which the lasting project may be unusable. */
  used(route: Route): void;
}

interface Begun {
  readonly place: SamplePlace;
  /** Calls that have deleted their subject there, and areas that are spent. */
  readonly gone: Set<string>;
}

export function placesOf(world: () => World): Places {
  let shared: Promise<SamplePlace> | undefined;
  let begun: Begun[] = [];
  const lasting = () => (shared ??= world().place());
  return {
    lasting,
    async for(route) {
      const isSpending = answers.includes(route) || takesMore.includes(route);
      if (!isSpending && !route.startsWith("DELETE ")) return lasting();
      const area = areaOf(route);
      const known = begun.find(({ gone }) => !gone.has(route) && (area === undefined || !gone.has(area)));
      const taken = known ?? { place: await world().place(), gone: new Set() };
      begun = begun.filter((one) => one !== known);
      if (isSpending && area === undefined) return taken.place;
      taken.gone.add(isSpending && area !== undefined ? area : route);
      begun.push(taken);
      return taken.place;
    },
    used(route) {
      if (closings.includes(route) || endings.includes(route)) shared = undefined;
      // Every sample project holds a session of the owner.
      if (endings.includes(route)) begun = [];
    },
  };
}
