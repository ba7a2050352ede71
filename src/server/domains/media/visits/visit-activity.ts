import type { Activity } from "#server/platform/activity.ts";
import type { SessionUser } from "#server/platform/session.ts";

/** For the log of the project and of the user. */
export function done(
  action: `${"visit" | "room"}.${"created" | "changed" | "deleted"}`,
  { id, id_project, name }: { readonly id: number; readonly id_project: number; readonly name: string },
  user: SessionUser,
  { ip }: { readonly ip: string },
): Activity {
  const kind = action.split(".")[0] ?? "";
  return { id_user: user.id, action, subject: { kind, id, name }, id_project, address: ip };
}
