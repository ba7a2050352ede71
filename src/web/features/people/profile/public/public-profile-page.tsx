import { Camera, MapPinOff } from "lucide-react";
import type { ReactNode } from "react";
import type { PublicProfile } from "#contract/users.ts";
import { ApiError } from "#web/lib/client.ts";
import { useFormat } from "#web/lib/format.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import type { Loading } from "#web/lib/use-loaded.ts";
import { useText } from "#web/lib/use-text.ts";
import { NothingHere, PublicFailure } from "#web/shell/public-failure.tsx";
import { PublicFrame, publicColumn } from "#web/shell/public-frame.tsx";
import { cx } from "#web/ui/classes.ts";
import { Picture } from "#web/ui/picture.tsx";
import { cardGrid } from "#web/ui/picture-grid.ts";
import { PictureTile } from "#web/ui/plain/picture-tile.tsx";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";
import { PlainCover } from "#web/ui/plain-cover.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Face } from "../person-cover.tsx";

export interface PublicProfilePageProps extends Loading<PublicProfile> {
  /** Beside the name: actions of a signed-in user. */
  actions?: ReactNode;
}

/** A user's public page: avatar, company, and the public visits. Without the application's frame. */
export function PublicProfilePage({ result, retry, actions }: PublicProfilePageProps) {
  const t = useText();
  const isMissing =
    result.state === "failed" && result.error instanceof ApiError && result.error.status === 404;
  const name = result.state === "there" ? result.data.name : "";
  usePageTitle(isMissing ? t("profile.public.missing_title") : name || undefined);
  return (
    <PublicFrame>
      {result.state === "there" ? (
        <Person profile={result.data} actions={actions} />
      ) : result.state === "loading" ? (
        <Awaited />
      ) : isMissing ? (
        <NothingHere
          icon={MapPinOff}
          title={`404 · ${t("profile.public.missing_title")}`}
          text={t("profile.public.missing_text")}
        >
          <PlainLink href="/" look={{ variant: "secondary", size: "lg" }}>
            {t("sharing.links.to_start")}
          </PlainLink>
        </NothingHere>
      ) : (
        <PublicFailure screen="person" error={result.error} onRetry={retry} />
      )}
    </PublicFrame>
  );
}

function Person({ profile, actions }: { profile: PublicProfile; actions: ReactNode }) {
  const t = useText();
  const format = useFormat();
  const { company, avatar, cover_image, member_since, tours } = profile;
  // A user who has no name and signs in by email address must not be named by it.
  const name = profile.name === "" ? t("profile.public.nameless") : profile.name;
  return (
    <>
      <Cover isPhoto={cover_image !== null}>
        {cover_image === null ? <PlainCover /> : <Picture src={cover_image} isFirst className="size-full" />}
      </Cover>
      <div className={cx(publicColumn, "pt-4")}>
        <header className="flex flex-wrap items-end gap-x-6 gap-y-3">
          <span className="-mt-14 rounded-full bg-surface p-1">
            <Face name={name} avatar={avatar} className="ring-0" />
          </span>
          <div className="min-w-0 flex-1 basis-64">
            <h1 className="own-direction text-xl font-strong sm:text-[2rem] sm:leading-10">{name}</h1>
            <p className="mt-0.5 text-base text-ink-muted">
              {company !== "" && (
                <>
                  <bdi>{company}</bdi>
                  {" · "}
                </>
              )}
              {t("profile.public.since", { date: format.date(member_since, "month") })}
            </p>
          </div>
          {actions !== undefined && <div className="print:hidden">{actions}</div>}
        </header>
        <section aria-labelledby="tours" className="mt-10">
          <h2 id="tours" className="mb-4 text-lg font-strong">
            {t("profile.public.tours", { count: tours.length })}
          </h2>
          {tours.length === 0 ? (
            <p className="max-w-120 rounded-lg bg-sunken px-5 py-6 text-ink-muted">
              <strong className="block text-base font-strong text-ink">
                {t("profile.public.no_tours_title")}
              </strong>
              {t("profile.public.no_tours_text", { name })}
            </p>
          ) : (
            <div className={cardGrid}>
              {tours.map((tour, index) => (
                <PictureTile
                  key={tour.code}
                  href={`/viewer/${tour.code}`}
                  src={tour.cover}
                  card={tour.cover_card}
                  icon={Camera}
                  title={tour.name}
                  isFirst={index < 3}
                >
                  <time dateTime={tour.visit_date} className="text-ink-muted">
                    {format.date(tour.visit_date, "long")}
                  </time>
                </PictureTile>
              ))}
            </div>
          )}
        </section>
      </div>
    </>
  );
}

/** A photograph gets more height than a pattern. */
function Cover({ isPhoto = false, children }: { isPhoto?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        "relative shrink-0 overflow-hidden",
        isPhoto ? "h-[clamp(11rem,30vw,24rem)]" : "h-36 sm:h-48",
      )}
    >
      {children}
    </div>
  );
}

function Awaited() {
  const t = useText();
  return (
    <output aria-label={t("common.loading")}>
      <Cover>
        <Skeleton className="size-full rounded-none" />
      </Cover>
      <span className={cx(publicColumn, "block pt-4")}>
        <Skeleton className="-mt-14 size-28 rounded-full" />
        <Skeleton className="mt-4 h-9 w-64" />
        <span className={cx(cardGrid, "mt-10")}>
          {[1, 2, 3].map((card) => (
            <Skeleton key={card} className="aspect-2/1 rounded-lg" />
          ))}
        </span>
      </span>
    </output>
  );
}
