import type { IncomingHttpHeaders } from "node:http";
import type { ProjectStanding } from "#server/domains/sites/projects/projects.policy.ts";
import { linkBearer, setBearer } from "#server/platform/bearers.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import { linkMark } from "#server/platform/link-mark.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { askGate } from "./gate.ts";
import { visitFlags } from "./visits.policy.ts";

/** A visitor with a share link. */
export interface Visitor {
  /** Null for a guest. */
  readonly user: SessionUser | null;
  /** Headers of their browser: its cookies prove the passwords it has given. */
  readonly headers?: IncomingHttpHeaders;
}

/** A visit found by its code, with the data that decides who may open it. */
export interface FoundVisit extends ProjectStanding {
  readonly id: number;
  readonly code: string;
  readonly id_project: number;
  readonly name: string;
  readonly description: string;
  readonly visit_date: Date;
  readonly project: string;
  readonly is_public: boolean;
  readonly access: "link" | "members";
  readonly share_password_hash: string | null;
  readonly share_expires_at: Date | null;
  readonly share_history: boolean;
}

/** The same, after the check by `openVisit`. */
export interface OpenVisit extends FoundVisit {
  /** Whether the visitor may see all visits of the project; otherwise they only have the link. */
  readonly isMember: boolean;
}

/** Whether this browser has given the visit's password before. */
export type HasPassword = (visit: FoundVisit, headers: IncomingHttpHeaders | undefined) => boolean;

export type VisitDoor = (code: string, visitor: Visitor) => Promise<OpenVisit | undefined>;

export interface VisitDoorOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly hasPassword: HasPassword;
  readonly key: AppKey;
}

/**
 * The only access to a visit by its link. Undefined when there is none, when it is for members only, or when its
 * project is closed to the public at present; throws VISIT_EXPIRED and VISIT_PASSWORD for guests. Users who may see the
 * project's visits always have access.
 */
export function createVisitDoor({ db, clock, key, hasPassword }: VisitDoorOptions): VisitDoor {
  const find = (code: string, user: SessionUser | null): Promise<FoundVisit | undefined> =>
    db
      .selectFrom("visits as v")
      .innerJoin("projects as p", "p.id", "v.id_project")
      .leftJoin("project_members as m", (join) =>
        join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user?.id ?? 0),
      )
      .select(["v.id", "v.code", "v.id_project", "v.name", "v.description", "v.visit_date", "v.access"])
      .select(["v.share_password_hash", "v.share_expires_at", "v.share_history"])
      .select(["p.name as project", "p.is_public", "p.active", "p.validated", "m.role", "m.grants"])
      .where("v.code", "=", code)
      .where("v.deleted_at", "is", null)
      .where("p.deleted_at", "is", null)
      .executeTakeFirst();

  return async (code, { user, headers }) => {
    const visit = await find(code, user);
    if (visit === undefined) return undefined;
    const isMember = visitFlags(visit, user).view;
    const answer = askGate(visit, {
      isMember,
      hasPassword: () => hasPassword(visit, headers),
      now: clock.now(),
    });
    if (answer === "hidden") return undefined;
    if (answer !== "open") throw new AppError(answer);
    const { id, share_password_hash: hash } = visit;
    if (!isMember) setBearer(linkBearer("v", id, linkMark(key, "v", { id, hash })));
    return { ...visit, isMember };
  };
}
