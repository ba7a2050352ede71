import { sql } from "kysely";

/** Ids of everybody in a project, as a part of a statement. */
export const membersOf = (projectId: number) =>
  sql<number>`select id_user from project_members where id_project = ${projectId}`;
