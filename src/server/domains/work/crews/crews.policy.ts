import { type Selectable, sql } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { CrewsTable } from "./tables.ts";
import "#server/domains/sites/projects/tables.ts";
import "./tables.ts";

/** The caller's grants in the projects to which a crew is attached. */
interface CrewStanding {
  readonly id_owner: number | null;
  /** One entry per project, those in the bin included; `grants` is null where the caller is no member. */
  readonly grants_by_project: readonly {
    readonly grants: readonly Grant[] | null;
    readonly is_binned: boolean;
  }[];
}

export type CrewRecord = Selectable<CrewsTable> & CrewStanding;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    crew: CrewRecord;
  }
}

type CrewTitle = "snags.view" | "team.edit" | "owner";

export const crewRights = rightsFor<CrewTitle>()({
  about:
    "Crews, whose people answer snags by links. `snags.view` in any of the projects that a crew is attached to shows it; " +
    "`team.edit` in all of them allows changing it, because a person who is added sees its snags in each. The owner is " +
    "the account of a crew that is attached to no project.",
  verbs: {
    view: { allows: "see the crew", to: ["snags.view", "owner", "super_admin"], reads: true },
    edit: {
      allows: "change the crew and its people, and see their addresses",
      to: ["team.edit", "owner", "super_admin"],
    },
  },
});

const titlesIn = (
  { id_owner, grants_by_project: projects }: CrewStanding,
  user: SessionUser | null,
): readonly CrewTitle[] => {
  if (projects.length === 0) return user !== null && user.id === id_owner ? ["owner"] : [];
  const holds =
    (grant: Grant) =>
    ({ grants }: { readonly grants: readonly Grant[] | null }) =>
      grants?.includes(grant) === true;
  const live = projects.filter(({ is_binned }) => !is_binned);
  return [
    ...(live.some(holds("snags.view")) ? (["snags.view"] as const) : []),
    // Also in the bin: what is restored must show nothing to people who were added meanwhile.
    ...(live.length > 0 && projects.every(holds("team.edit")) ? (["team.edit"] as const) : []),
  ];
};

export const crewFlags = (crew: CrewStanding, user: SessionUser | null) =>
  flagsBy(crewRights, user, titlesIn(crew, user));

/** `grants_by_project` of a row `crews c`. */
export const grantsByProject = (userId: number) => sql<CrewStanding["grants_by_project"]>`(
  select coalesce(jsonb_agg(jsonb_build_object('grants', m.grants, 'is_binned', p.deleted_at is not null)), '[]')
  from crew_projects j join projects p on p.id = j.id_project
  left join project_members m on m.id_project = p.id and m.id_user = ${userId}
  where j.id_crew = c.id)`;

export function crewPolicy(db: Database): Policy<CrewRecord> {
  return {
    rights: crewRights,
    load: (key, user) =>
      db
        .selectFrom("crews as c")
        .selectAll("c")
        .select(grantsByProject(user?.id ?? 0).as("grants_by_project"))
        .where("c.id", "=", Number(key))
        .executeTakeFirst(),
    flags: crewFlags,
    refusal: (_, verb) => (verb === "view" ? "CREW_VIEW_DENIED" : "CREW_EDIT_DENIED"),
  };
}
