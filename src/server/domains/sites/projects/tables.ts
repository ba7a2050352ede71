import type { Generated, GeneratedAlways } from "kysely";
import type { Grant } from "#contract/choices.ts";
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
  /** Zone of the days of its diary, coverage and reports. */
  time_zone: Generated<string>;
  year: number;
  num_buildings: number;
  num_floors: number;
  area: number;
  active: Generated<boolean>;
  validated: Generated<boolean>;
  /** Set by its owner to show it to everyone. */
  is_public: Generated<boolean>;
  id_type: number | null;
  /** Key in the object store; null while the newest visit's picture serves as the cover. */
  cover: string | null;
  /** The same picture in the size for cards, 600x300. */
  cover_card: Generated<string | null>;
  id_deleter: number | null;
  /** The last number assigned to a snag. */
  snag_count: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

export interface ProjectMembersTable {
  id_project: number;
  id_user: number;
  role: ProjectRole;
  created_at: Generated<Date>;
  id: GeneratedAlways<number>;
  given: Generated<readonly Grant[]>;
  withheld: Generated<readonly Grant[]>;
  /** Effective grants of the role; the database computes them from the other three columns. */
  grants: GeneratedAlways<readonly Grant[]>;
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
