import { lazy, Suspense } from "react";
import { useSettings } from "#web/lib/session.ts";

const Announcement = lazy(async () => ({ default: (await import("./announcement.tsx")).Announcement }));

/** The announcement before signing in; its script is fetched only where there is one. */
export function EntranceAnnouncement() {
  if ((useSettings()?.announce_msg ?? "") === "") return null;
  return (
    <Suspense>
      <Announcement className="mx-6 lg:mx-12" />
    </Suspense>
  );
}
