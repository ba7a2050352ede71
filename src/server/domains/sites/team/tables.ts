import type { Generated } from "kysely";
import type { GivenRole } from "#contract/team.ts";

export interface ProjectInvitationsTable {
  id: Generated<number>;
  id_project: number;
  email: string;
  /** User with this address; null while there is no such account. */
  id_user: number | null;
  role: GivenRole;
  message: Generated<string>;
  id_inviter: number | null;
  state: Generated<"pending" | "accepted" | "declined" | "cancelled">;
  created_at: Generated<Date>;
  expires_at: Date;
  answered_at: Date | null;
  /** Hash of the link that creates an account; null where there is one, and once it is used. */
  token_hash: Generated<Buffer | null>;
  /** Whether that link was sent to the address, so that using it proves the address. */
  is_mailed: Generated<boolean>;
  /** Closed because another replaces it, which takes over the snags assigned to it. */
  is_renewed: Generated<boolean>;
  /** The expired invitation that it replaces. */
  id_former: Generated<number | null>;
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
