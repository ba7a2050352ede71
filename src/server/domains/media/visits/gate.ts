/** The fields of a visit that decide who may open its link. */
export interface GuardedVisit {
  readonly access: "link" | "members";
  readonly share_password_hash: string | null;
  readonly share_expires_at: Date | null;
  /** Of its project. */
  readonly active: boolean;
  readonly validated: boolean;
}

export interface AtTheGate {
  /** Whether the visitor may see all visits of the project: members are always admitted. */
  readonly isMember: boolean;
  /** Whether this browser has given the present password. */
  readonly hasPassword: () => boolean;
  readonly now: Date;
}

/** `hidden`: as if the visit did not exist. */
export type GateAnswer = "open" | "hidden" | "VISIT_EXPIRED" | "VISIT_PASSWORD";

/** Whether a share link opens. Expiry is checked before the password: a password would not help. */
export function askGate(visit: GuardedVisit, { isMember, hasPassword, now }: AtTheGate): GateAnswer {
  if (isMember) return "open";
  if (!visit.active || !visit.validated || visit.access === "members") return "hidden";
  if (visit.share_expires_at !== null && visit.share_expires_at <= now) return "VISIT_EXPIRED";
  if (visit.share_password_hash !== null && !hasPassword()) return "VISIT_PASSWORD";
  return "open";
}
