import { sql } from "kysely";
import type { Grant } from "#contract/choices.ts";

/** Ids of all members of a project with a grant, as a subquery: the recipients of notifications. */
export const membersOf = (projectId: number, grant: Grant = "project.view") =>
  sql<number>`select id_user from project_members where id_project = ${projectId} and ${grant} = any (grants)`;

/** Ids of a project's owners, as a subquery. */
export const ownersOf = (projectId: number) =>
  sql<number>`select id_user from project_members where id_project = ${projectId} and role = 'owner'`;
