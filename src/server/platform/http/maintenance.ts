import { AppError } from "../errors.ts";
import type { SessionUser } from "../session.ts";

/** What can be closed: what the signed-in work with, and what guests look at. */
export type ClosedPart = "app" | "viewer";

/** Who is before the door. */
export interface Visitor {
  readonly user: Pick<SessionUser, "super_admin"> | null;
  readonly address: string;
}

/** Whether a part is closed for somebody; the settings decide. */
export type IsClosed = (part: ClosedPart, visitor: Visitor) => boolean;

/** Seconds after which it is worth asking again; nobody knows how long it takes. */
export const RETRY_AFTER = 120;

export const maintenanceRefusal = () => new AppError("MAINTENANCE", { values: { seconds: RETRY_AFTER } });
