import type { Generated } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { Language } from "#contract/languages.ts";

export interface ProjectExportsTable {
  id: Generated<number>;
  id_project: number;
  id_user: number;
  language: Language;
  state: Generated<"waiting" | "building" | "ready" | "failed" | "cancelled">;
  done_bytes: Generated<number>;
  total_bytes: Generated<number>;
  /** Key in the object store once it is ready. */
  object_key: string | null;
  size_bytes: number | null;
  /** Grants of the requester when it was built: only users with all of them may see it. */
  made_with: Generated<readonly Grant[]>;
  failure: string | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
  expires_at: Date | null;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    project_exports: ProjectExportsTable;
  }
}
