import { AppError } from "../errors.ts";
import type { SessionUser } from "../session.ts";

/** The parts that can be closed: the application of signed-in users, and the viewer pages of guests. */
export type ClosedPart = "app" | "viewer";

/** The visitor to be checked. */
export interface Visitor {
  readonly user: Pick<SessionUser, "super_admin"> | null;
  readonly address: string;
}

/** Whether a part is closed for a visitor, by the settings. */
export type IsClosed = (part: ClosedPart, visitor: Visitor) => boolean;

/** Seconds after which a retry is sensible; the actual duration is unknown. */
export const RETRY_AFTER = 120;

export const maintenanceRefusal = () => new AppError("MAINTENANCE", { values: { seconds: RETRY_AFTER } });
