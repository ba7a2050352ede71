import { useParams } from "@tanstack/react-router";
import { Camera, MapPinOff, UserPen } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError, type Output } from "#web/lib/client.ts";
import { useFormat } from "#web/lib/format.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useSettings, useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Brand } from "#web/shell/brand.tsx";
import { LanguageLink } from "#web/shell/language-link.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { ThemeToggle } from "#web/shell/theme-toggle.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { cx } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { cardGrid, PictureCard } from "#web/ui/picture-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Face, PlainCover } from "../person-cover.tsx";
import { usePublicProfile } from "../profile.queries.ts";
import { WriteToLink } from "./write-to-link.tsx";

type PublicProfile = Output<"GET /api/users/code/{code}">;

/** A person as everybody may see him: face, firm, and the visits that can be walked. No frame around it. */
export function PublicProfileScreen() {
  const t = useText();
  const { code } = useParams({ strict: false }) as { code: string };
  const profile = usePublicProfile(code);
  const isMissing = profile.error instanceof ApiError && profile.error.status === 404;
  usePageTitle(isMissing ? t("profile.public.missing_title") : profile.data?.name || undefined);
  if (profile.isPending)
    return (
      <PublicPage cover={<Skeleton className="size-full rounded-none" />}>
        <Skeleton className="size-28 rounded-full" />
        <CardsSkeleton count={3} />
      </PublicPage>
    );
  if (isMissing)
    return (
      <PublicPage cover={<PlainCover />}>
        <EmptyState
          icon={MapPinOff}
          title={`404 · ${t("profile.public.missing_title")}`}
          text={t("profile.public.missing_text")}
        />
      </PublicPage>
    );
  if (profile.isError)
    return (
      <PublicPage cover={<PlainCover />}>
        <LoadFailure screen="person" error={profile.error} onRetry={() => void profile.refetch()} />
      </PublicPage>
    );
  return <Person profile={profile.data} />;
}

function Person({ profile }: { profile: PublicProfile }) {
  const t = useText();
  const { code, company, avatar, cover_image, member_since, tours } = profile;
  // Who has told no names and signs in by his address is not named by it.
  const name = profile.name === "" ? t("profile.public.nameless") : profile.name;
  const format = useFormat();
  const user = useUser();
  const isOwn = user?.code === code;
  return (
    <PublicPage
      isPhoto={cover_image !== null}
      cover={
        cover_image === null ? <PlainCover /> : <Picture src={cover_image} isFirst className="size-full" />
      }
    >
      <header className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Face name={name} avatar={avatar} className="-mt-14" />
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="own-direction text-xl font-strong sm:text-[2rem] sm:leading-10">{name}</h1>
          <p className="mt-0.5 text-ink-muted">
            {company !== "" && (
              <>
                <bdi>{company}</bdi>
                {" · "}
              </>
            )}
            {t("profile.public.since", { date: format.date(member_since, "month") })}
          </p>
        </div>
        {isOwn && (
          <Link href="/editprofile" look={{ variant: "secondary" }}>
            <Icon of={UserPen} size="sm" />
            {t("profile.edit")}
          </Link>
        )}
        {user !== null && !isOwn && <WriteToLink code={code} />}
      </header>
      <section aria-labelledby="tours" className="mt-10">
        <h2 id="tours" className="mb-4 text-base font-strong">
          {t("profile.public.tours", { count: tours.length })}
        </h2>
        {tours.length === 0 ? (
          <EmptyState
            icon={Camera}
            title={t("profile.public.no_tours_title")}
            text={t("profile.public.no_tours_text", { name })}
          />
        ) : (
          <div className={cardGrid}>
            {tours.map((tour, index) => (
              <PictureCard
                key={tour.code}
                href={`/viewer/${tour.code}`}
                isDocument
                src={tour.cover}
                icon={Camera}
                title={tour.name}
                isFirst={index < 6}
              >
                <time dateTime={tour.visit_date} className="text-ink-muted">
                  {format.date(tour.visit_date, "long")}
                </time>
              </PictureCard>
            ))}
          </div>
        )}
      </section>
    </PublicPage>
  );
}

interface PublicPageProps {
  cover: ReactNode;
  /** A photograph deserves more height than a pattern. */
  isPhoto?: boolean;
  children: ReactNode;
}

/** The cover to the edges, everything else in a quiet column below; whose site this is stands at the foot. */
function PublicPage({ cover, isPhoto = false, children }: PublicPageProps) {
  const t = useText();
  const site = useSettings()?.website_name ?? "Sitewalk";
  return (
    <div className="flex min-h-dvh flex-col">
      <div
        className={cx("relative overflow-hidden", isPhoto ? "h-[clamp(11rem,30vw,24rem)]" : "h-40 sm:h-52")}
      >
        {cover}
      </div>
      <main className="mx-auto w-full max-w-285 flex-1 px-5 pt-4 pb-16 sm:px-8">{children}</main>
      <footer className="border-t border-line">
        <div className="mx-auto flex w-full max-w-285 flex-wrap items-center justify-between gap-3 px-5 py-4 sm:px-8">
          <a href="/" aria-label={t("profile.public.to_site", { site })} className="rounded-md">
            <Brand />
          </a>
          <span className="flex">
            <ThemeToggle />
            <LanguageLink />
          </span>
        </div>
      </footer>
    </div>
  );
}
