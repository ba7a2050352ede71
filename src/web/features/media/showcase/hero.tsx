import { MapPin } from "lucide-react";
import type { Showcase } from "#contract/showcase.ts";
import { useText } from "#web/lib/use-text.ts";
import { publicColumn } from "#web/shell/public-frame.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { PlainCover } from "#web/ui/plain-cover.tsx";

/** The cover photo to the edges with the project's name on it; without one, contour lines of a terrain. */
export function Hero({ project }: { project: Showcase }) {
  const t = useText();
  const { cover, name, location: place, status } = project;
  const isPhoto = cover !== null;
  return (
    <header
      className={cx(
        "relative flex shrink-0 items-end overflow-hidden print:h-auto print:min-h-0",
        isPhoto ? "h-[clamp(17rem,44vw,33rem)] text-white" : "min-h-56 sm:min-h-72",
      )}
    >
      <div aria-hidden className="absolute inset-0">
        {isPhoto ? <Picture src={cover} isFirst className="size-full" /> : <PlainCover />}
        {isPhoto && (
          <span className="absolute inset-0 bg-linear-to-t from-black/80 via-black/25 to-transparent" />
        )}
      </div>
      <div className={cx(publicColumn, "relative pt-16 pb-6 sm:pb-9")}>
        <p className={cx("font-strong", isPhoto ? "text-white/85" : "text-accent-text")}>
          {t(`projects.statuses.${status}`)}
        </p>
        <h1 className="own-direction mt-1 text-xl font-strong text-balance sm:text-[2.75rem] sm:leading-13">
          {name}
        </h1>
        {place !== "" && (
          <p
            className={cx(
              "mt-2 flex items-start gap-1.5 text-base",
              isPhoto ? "text-white/85" : "text-ink-muted",
            )}
          >
            <Icon of={MapPin} className="mt-0.75" />
            <bdi>{place}</bdi>
          </p>
        )}
      </div>
    </header>
  );
}
