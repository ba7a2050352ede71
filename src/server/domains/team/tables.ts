import type { Generated } from "kysely";
import type { GivenRole } from "#contract/team.ts";

export interface ProjectInvitationsTable {
  id: Generated<number>;
  id_project: number;
  email: string;
  /** Whose address it is; null while there is no such account. */
  id_user: number | null;
  role: GivenRole;
  message: Generated<string>;
  id_inviter: number | null;
  state: Generated<"pending" | "accepted" | "declined" | "cancelled">;
  created_at: Generated<Date>;
  expires_at: Date;
  answered_at: Date | null;
}

export interface JoinRequestsTable {
  id: Generated<number>;
  id_project: number;
  id_user: number;
  message: Generated<string>;
  state: Generated<"pending" | "accepted" | "declined" | "cancelled">;
  created_at: Generated<Date>;
  answered_at: Date | null;
  id_answerer: number | null;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    project_invitations: ProjectInvitationsTable;
    join_requests: JoinRequestsTable;
  }
}
