import { lazy, Suspense } from "react";
import { useSettings } from "#web/lib/session.ts";

const Announcement = lazy(async () => ({ default: (await import("./announcement.tsx")).Announcement }));
const FooterLinks = lazy(async () => ({ default: (await import("./footer-links.tsx")).FooterLinks }));

/** The announcement before sign-in; its script is fetched only where there is one. */
export function EntranceAnnouncement() {
  if ((useSettings()?.announce_msg ?? "") === "") return null;
  return (
    <Suspense>
      <Announcement className="mx-6 lg:mx-12" />
    </Suspense>
  );
}

/** The links before sign-in, fetched likewise after the page has loaded; their line is reserved. */
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
