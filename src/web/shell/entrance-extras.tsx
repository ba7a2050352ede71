import { lazy, Suspense } from "react";
import { useSettings } from "#web/lib/session.ts";

const Announcement = lazy(async () => ({ default: (await import("./announcement.tsx")).Announcement }));
const FooterLinks = lazy(async () => ({ default: (await import("./footer-links.tsx")).FooterLinks }));

/** The announcement before signing in; its script is fetched only where there is one. */
export function EntranceAnnouncement() {
  if ((useSettings()?.announce_msg ?? "") === "") return null;
  return (
    <Suspense>
      <Announcement className="mx-6 lg:mx-12" />
    </Suspense>
  );
}

/** The links before signing in, fetched likewise once the page is there; their line is kept free for them. */
export function EntranceLinks({
  className = "justify-center px-6 pb-5 text-xs lg:px-12",
}: {
  className?: string;
}) {
  return (
    <Suspense fallback={<div className={className}>&nbsp;</div>}>
      <FooterLinks className={className} />
    </Suspense>
  );
}
