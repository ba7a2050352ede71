import type { Generated } from "kysely";

export interface VisitsTable {
  id: Generated<number>;
  code: string;
  id_project: number;
  /** The customer whose plan it counts towards. */
  id_payer: Generated<number | null>;
  id_user: number | null;
  name: string;
  description: string;
  visit_date: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
  /** Time at which its rooms were ready and the project was notified. */
  announced_at: Generated<Date | null>;
  /** The audience that may open it by its address. */
  access: Generated<"link" | "members">;
  share_password_hash: Generated<string | null>;
  share_expires_at: Generated<Date | null>;
  /** Whether guests may go on to the other dates of a spot. */
  share_history: Generated<boolean>;
  /** A user sorted the rooms. */
  is_order_set: Generated<boolean>;
}

export interface VisitStarsTable {
  id_user: number;
  id_visit: number;
}

export interface RoomsTable {
  id: Generated<number>;
  id_visit: number;
  name: string;
  position: number;
  north: Generated<number>;
  /** Set by a user; otherwise it is known only where the picture contains it. */
  is_north_set: Generated<boolean>;
  file_name: string;
  picture_sha256: string;
  /** The uploader; null for imported pictures. */
  id_user: Generated<number | null>;
  /** Shared with the rooms of other visits that show the same spot; null while it is bound to none. */
  id_spot: Generated<number | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface HotspotsTable {
  id: Generated<number>;
  id_room: number;
  id_target_room: number;
  yaw: number;
  pitch: number;
  label: string;
  /** Incremented by every change. */
  version: Generated<number>;
  /** Proposed by the product; a user who changes it makes it their own. */
  is_proposed: Generated<boolean>;
}

/** A user deleted or redirected the link between two rooms: it is not proposed again. */
export interface WayDenialsTable {
  id_room: number;
  id_target_room: number;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    visits: VisitsTable;
    visit_stars: VisitStarsTable;
    rooms: RoomsTable;
    hotspots: HotspotsTable;
    way_denials: WayDenialsTable;
  }
}
