import type { Route } from "#contract/index.ts";
import type { SamplePlace } from "#server/platform/samples.ts";
import type { World } from "./world.ts";

/** Calls that use up what they are about, beside those that delete; who succeeded with one has spent the place. */
const answers: readonly Route[] = [
  "PUT /api/projects/restore/{id}",
  "POST /api/team-members/transfer-ownership",
  "PUT /api/users/invitations/accept/{id}",
  "PUT /api/users/invitations/decline/{id}",
  "PUT /api/join-requests/accept",
  "PUT /api/join-requests/decline",
  "PUT /api/plan-requests/{id}/approve",
  "PUT /api/plan-requests/{id}/decline",
];
/** Those of the calls that delete which take something else of the place along, or what another call deletes. */
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
  "DELETE /api/annotations/{id}",
  "DELETE /api/annotations/file/delete",
  "DELETE /api/annotations/{id}/photos",
  "DELETE /api/team-members/remove-team-member",
  "DELETE /api/team-members/leave-project",
  "DELETE /api/users/{id}",
  "DELETE /api/visits/{id}",
  "DELETE /api/rooms/{id}",
];
/** Calls that end sessions, those of a place or the browser's own: later calls of a walk need them back. */
export const endings: readonly Route[] = ["POST /api/logout", "POST /api/sessions/revoke-all"];
/** Nothing can be done in a closed project. */
const closings: readonly Route[] = [
  "PUT /api/projects/deactivate/{id}",
  "PUT /api/projects/invalidate/{id}",
  "PUT /api/deactivate/{id}",
  "PUT /api/invalidate/{id}",
];

/** Places of the owner's for a walk of calls. Making one costs more than most of what is done in it. */
export interface Places {
  /** One that nothing is taken from: for calls that leave it as good as new, and for those that are refused. */
  lasting(): Promise<SamplePlace>;
  /** One for a call that may succeed: what it deletes or answers is there, whoever did so before. */
  for(route: Route): Promise<SamplePlace>;
  /** Says that a call was let in, after which the lasting place may be no good any more. */
  used(route: Route): void;
}

interface Begun {
  readonly place: SamplePlace;
  /** Calls that have deleted what they are about there. */
  readonly deleted: Set<Route>;
}

export function placesOf(world: () => World): Places {
  let shared: Promise<SamplePlace> | undefined;
  let begun: readonly Begun[] = [];
  const lasting = () => (shared ??= world().place());
  return {
    lasting,
    async for(route) {
      const isSpent = answers.includes(route) || takesMore.includes(route);
      if (!isSpent && !route.startsWith("DELETE ")) return lasting();
      const known = begun.find(({ deleted }) => !deleted.has(route));
      const taken = known ?? { place: await world().place(), deleted: new Set<Route>() };
      begun = [...begun.filter((one) => one !== known), ...(isSpent ? [] : [taken])];
      taken.deleted.add(route);
      return taken.place;
    },
    used(route) {
      if (closings.includes(route) || endings.includes(route)) shared = undefined;
      // Every place holds a session of the owner's.
      if (endings.includes(route)) begun = [];
    },
  };
}
