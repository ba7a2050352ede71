import type { Generated } from "kysely";
import type { CrewLanguage } from "#contract/crews.ts";

export interface CrewsTable {
  id: Generated<number>;
  /** Null when that account was deleted. */
  id_owner: number | null;
  name: string;
  trade: Generated<string>;
  archived_at: Generated<Date | null>;
  version: Generated<number>;
  id_user: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface CrewPeopleTable {
  id: Generated<number>;
  id_crew: number;
  name: string;
  /** Lower case. */
  email: string | null;
  /** E.164. */
  phone: string | null;
  language: Generated<CrewLanguage>;
  /** When the person switched off the emails. */
  mail_off_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

export interface CrewProjectsTable {
  id_crew: number;
  id_project: number;
  created_at: Generated<Date>;
}

export interface CrewLinksTable {
  id: Generated<number>;
  id_person: number;
  id_project: number;
  nonce: string;
  code_hash: Buffer;
  touched_at: Generated<Date>;
  sent_at: Generated<Date | null>;
  seen_at: Generated<Date | null>;
  answered_at: Generated<Date | null>;
  failed_at: Generated<Date | null>;
  revoked_at: Generated<Date | null>;
  /** `2026-11-21`. */
  digest_day: Generated<string | null>;
  device_hash: Generated<Buffer | null>;
  device_until: Generated<Date | null>;
  device_tries: Generated<number>;
  devices: Generated<number>;
  created_at: Generated<Date>;
}

export interface CrewLinkSnagsTable {
  id_link: number;
  id_snag: number;
  told_at: Generated<Date | null>;
  seen_at: Generated<Date | null>;
}

export interface CrewLinkSettingsTable {
  id_project: number;
  ask_code: Generated<boolean>;
  end_days: Generated<number>;
  digest_hour: Generated<number>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    crews: CrewsTable;
    crew_people: CrewPeopleTable;
    crew_projects: CrewProjectsTable;
    crew_links: CrewLinksTable;
    crew_link_snags: CrewLinkSnagsTable;
    crew_link_settings: CrewLinkSettingsTable;
  }
}
