import { lazy, Suspense } from "react";
import { useSettings } from "#web/lib/session.ts";
import { cx } from "#web/ui/classes.ts";
import { LicencesLink } from "./licences-link.tsx";

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

/** The settings' links before signing in, fetched likewise, and the one that is always there. */
export function EntranceLinks({
  className = "justify-center px-6 pb-5 text-xs lg:px-12",
}: {
  className?: string;
}) {
  const settings = useSettings();
  if (settings === null) return null;
  const { terms_and_conditions, privacy_policy, cookie_consent, ...others } = settings;
  const own = ([1, 2, 3] as const).map((n) => others[`footer_link_${n}`] + others[`footer_value_${n}`]);
  const hasOwn = `${terms_and_conditions}${privacy_policy}${own.join("")}` !== "" || cookie_consent;
  return (
    <div className={cx("flex flex-wrap items-baseline gap-x-4 gap-y-1", className)}>
      {hasOwn && (
        <Suspense>
          <FooterLinks />
        </Suspense>
      )}
      <LicencesLink />
    </div>
  );
}
