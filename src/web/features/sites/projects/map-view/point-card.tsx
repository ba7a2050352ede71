import { Building2, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import type { ProjectPoint } from "#contract/projects.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "#web/ui/bare-icon-button.tsx";
import { cx, floating } from "#web/ui/classes.ts";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { StatusChip } from "../project-status.tsx";

export interface PointCardProps {
  /** One, or all at the same position. */
  points: readonly ProjectPoint[];
  onClose: () => void;
}

/** The projects at a position. Takes the focus, returns it on close, and closes on Escape. */
export function PointCard({ points, onClose }: PointCardProps) {
  const t = useText();
  const card = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => event.key === "Escape" && close();
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  useEffect(() => {
    const before = document.activeElement;
    card.current?.querySelector("a")?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: "nearest" });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const [only] = points;
  return (
    <section
      ref={card}
      aria-label={points.length === 1 ? only?.name : t("map.projects.here", { count: points.length })}
      className={cx(
        floating,
        "anim-rise-in scroll-mb-24 md:scroll-mb-4 absolute start-3 bottom-8 z-20 flex max-h-[calc(100%-4rem)] w-72 max-w-[calc(100%-1.5rem)] flex-col overflow-hidden",
      )}
    >
      {points.length === 1 && only ? <One point={only} /> : <Several points={points} />}
      <BareIconButton
        icon={X}
        label={t("common.close")}
        onPress={onClose}
        className={cx(
          "absolute! end-2 top-2",
          points.length === 1 && "bg-black/55 text-white! hover:bg-black/70",
        )}
      />
    </section>
  );
}

function One({ point }: { point: ProjectPoint }) {
  const t = useText();
  return (
    <>
      <Picture src={point.thumbnail} icon={Building2} isFirst className="aspect-2/1 w-full" />
      <div className="flex flex-col gap-2 p-3">
        <Link href={`/project/${point.id}`} className="self-start text-base font-strong">
          <bdi>{point.name}</bdi>
        </Link>
        <span className="flex flex-wrap items-center gap-2">
          <StatusChip status={point.status} />
          <LastVisit at={point.last_visit_date} />
        </span>
        {point.location !== "" && <p className="own-direction text-ink-muted">{point.location}</p>}
        <Link href={`/project/${point.id}`} look={{ variant: "primary", size: "sm" }} className="mt-1">
          {t("map.projects.open")}
        </Link>
      </div>
    </>
  );
}

function Several({ points }: { points: readonly ProjectPoint[] }) {
  const t = useText();
  return (
    <>
      <p className="p-3 pe-12 font-strong">{t("map.projects.here", { count: points.length })}</p>
      <ul className="flex flex-col overflow-y-auto px-3 pb-3">
        {points.map((point) => (
          <li key={point.id} className="flex flex-col items-start gap-1 border-t border-line py-2">
            <Link href={`/project/${point.id}`}>
              <bdi>{point.name}</bdi>
            </Link>
            <StatusChip status={point.status} />
          </li>
        ))}
      </ul>
    </>
  );
}

function LastVisit({ at }: { at: string | null }) {
  const t = useText();
  const format = useFormat();
  return (
    <span className="text-ink-muted">
      {at === null ? t("map.projects.no_visit") : t("projects.last_visit_ago", { ago: format.ago(at) })}
    </span>
  );
}
