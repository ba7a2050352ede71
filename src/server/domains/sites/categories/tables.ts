import type { Generated } from "kysely";

interface NamesTable {
  id: Generated<number>;
  name: string;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    categories: NamesTable;
    project_types: NamesTable;
    project_categories: { id_project: number; id_category: number };
  }
}
