import { sql } from "kysely";
import type { Grant } from "#contract/choices.ts";

/** Ids of everybody in a project who holds a grant, as a part of a statement: of news, for whom they are. */
export const membersOf = (projectId: number, grant: Grant = "project.view") =>
  sql<number>`select id_user from project_members where id_project = ${projectId} and ${grant} = any (grants)`;

/** Ids of who owns a project, as a part of a statement. */
export const ownersOf = (projectId: number) =>
  sql<number>`select id_user from project_members where id_project = ${projectId} and role = 'owner'`;
