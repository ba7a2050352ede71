import { useSearch } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SectionNav } from "#web/ui/section-nav.tsx";
import { DetailsSection } from "./details/details-section.tsx";
import { InactivitySection } from "./inactivity-section.tsx";
import { MissingBanner } from "./missing-banner.tsx";
import { NotificationsSection } from "./notices/notifications-section.tsx";
import { PortraitSection } from "./pictures/portrait-section.tsx";
import { PreferencesSection } from "./preferences-section.tsx";
import { addressOf, type Section, sectionIcons, sectionOf, sections } from "./sections.ts";
import { SecuritySection } from "./security/security-section.tsx";

export interface EditProfileScreenProps {
  /** Sessions and events of the account; rendered by another domain. */
  sessions?: ReactNode;
}

/** All editable parts of the user's own account. */
export function EditProfileScreen({ sessions: sessionsPanel }: EditProfileScreenProps) {
  const t = useText();
  const user = useSignedInUser();
  const asked = sectionOf(useSearch({ strict: false }));
  const shown = sections.filter((section) => section !== "sessions" || sessionsPanel !== undefined);
  const current = shown.includes(asked) ? asked : "details";
  usePageTitle(t("profile.edit"));
  return (
    <>
      <PageHeader
        title={t("profile.edit")}
        actions={
          <Link href={`/user/${user.code}`} look={{ variant: "secondary" }} className="max-md:hidden">
            <Icon of={ExternalLink} size="sm" points />
            {t("profile.public_page")}
          </Link>
        }
      />
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <div className="min-w-0 lg:sticky lg:top-20 lg:self-start">
          <SectionNav
            label={t("profile.sections_label")}
            entries={shown.map((id) => ({
              id,
              label: t(`profile.sections.${id}`),
              href: addressOf(id),
              icon: sectionIcons[id],
              isCurrent: id === current,
            }))}
          />
        </div>
        <section aria-labelledby="section" className="min-w-0 max-w-170">
          <MissingBanner section={current} />
          {user.is_demo && (
            <Banner tone="info" className="mb-6">
              {t("profile.demo")}
            </Banner>
          )}
          <h2 id="section" className={current === "details" ? "sr-only" : "mb-1 text-lg font-strong"}>
            {t(`profile.sections.${current}`)}
          </h2>
          <Parts
            current={current}
            isComplete={user.missing_fields.length === 0 || user.is_demo}
            sessions={sessionsPanel}
          />
        </section>
      </div>
    </>
  );
}

interface PartsProps {
  current: Section;
  isComplete: boolean;
  sessions: ReactNode;
}

/** Forms with a save button stay mounted while another part is open, so that no input is lost. */
function Parts({ current, isComplete, sessions }: PartsProps) {
  return (
    <>
      <div hidden={current !== "details"}>
        {/* A user held here to fill in required fields sees only these. */}
        {isComplete && <PortraitSection />}
        <DetailsSection />
      </div>
      {current === "security" && <SecuritySection />}
      {current === "sessions" && sessions}
      {current === "notifications" && <NotificationsSection />}
      <div hidden={current !== "inactivity"}>
        <InactivitySection />
      </div>
      {current === "preferences" && <PreferencesSection />}
    </>
  );
}
