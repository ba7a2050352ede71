import type { Generated } from "kysely";
import type { ProjectRole, ProjectStatus } from "#contract/projects.ts";

export interface ProjectsTable {
  id: Generated<number>;
  code: string;
  name: string;
  description: string;
  status: ProjectStatus;
  location: string;
  latitude: number | null;
  longitude: number | null;
  year: number;
  num_buildings: number;
  num_floors: number;
  area: number;
  active: Generated<boolean>;
  validated: Generated<boolean>;
  /** Its owner shows it to everybody. */
  is_public: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

export interface ProjectMembersTable {
  id_project: number;
  id_user: number;
  role: ProjectRole;
  created_at: Generated<Date>;
}

export interface ProjectStarsTable {
  id_user: number;
  id_project: number;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    projects: ProjectsTable;
    project_members: ProjectMembersTable;
    project_stars: ProjectStarsTable;
  }
}
