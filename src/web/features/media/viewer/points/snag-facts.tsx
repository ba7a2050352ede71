import { ChevronRight } from "lucide-react";
import { Fragment } from "react";
import type { Snag } from "#contract/snags.ts";
import type { Poi } from "#contract/viewer.ts";
import { call } from "#web/lib/client.ts";
import { snagStatusStyles } from "#web/lib/snag-status-style.ts";
import { useLoaded } from "#web/lib/use-loaded.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";
import { softTone } from "#web/ui/tone.ts";
import { useFrame } from "../frame.ts";
import { Photo } from "./photo.tsx";

const pill = "rounded-full px-2.5 py-[3px] text-xs";

/** Summary of a snag: the pin's data at once, the rest once it has loaded. */
export function SnagFacts({ point }: { point: Poi }) {
  const t = useText();
  const { result } = useLoaded(() =>
    call("GET /api/annotations/{id}", { params: { id: point.id } }, { toast: false }),
  );
  const [status, priority] = [point.status ?? "open", point.priority ?? "normal"];
  const isUrgent = priority === "high" || priority === "critical";
  return (
    <div aria-busy={result.state === "loading" || undefined} className="flex flex-col gap-3.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <strong className="font-strong tabular-nums">
          {t("viewer.points.number", { n: point.number ?? point.id })}
        </strong>
        <span className={cx(pill, "font-strong", softTone[snagStatusStyles[status].tone])}>
          {t(`viewer.points.statuses.${status}`)}
        </span>
        <span
          className={cx(
            pill,
            "bg-sunken",
            isUrgent && "text-bad-text shadow-[inset_0_0_0_1px_var(--bad-text)]",
          )}
        >
          {t(`viewer.points.priorities.${priority}`)}
        </span>
      </p>
      {result.state === "there" ? (
        <Rest snag={result.data} />
      ) : (
        <p className="text-ink-muted">
          {t(result.state === "failed" ? "viewer.points.failed" : "viewer.points.loading")}
        </p>
      )}
      <PlainLink href={`/snags/${point.id}`} look={{ variant: "primary" }} className="self-start">
        {t("viewer.points.open_snag")}
        <Icon of={ChevronRight} points />
      </PlainLink>
    </div>
  );
}

function Rest({ snag }: { snag: Snag }) {
  const t = useText();
  const { speaker } = useFrame();
  const { assignee, invited } = snag;
  const due = snag.due_date === null ? "" : speaker.day(snag.due_date);
  const rows: readonly (readonly [string, string])[] = [
    [
      t("viewer.points.assignee"),
      invited === null ? (assignee?.name ?? "") : t("viewer.points.invited_person", { name: invited.name }),
    ],
    [t("viewer.points.trade"), snag.trade],
    [t("viewer.points.due"), snag.is_overdue ? `${due} · ${t("viewer.points.overdue")}` : due],
  ];
  const known = rows.filter(([, value]) => value !== "");
  return (
    <>
      {snag.text !== "" && (
        <p dir="auto" className="own-direction text-base wrap-anywhere whitespace-pre-wrap">
          {snag.text}
        </p>
      )}
      {snag.photos.length > 0 && (
        <div
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no fieldset: nothing is filled in here
          role="group"
          aria-label={t("viewer.points.photos")}
          className="grid grid-cols-[repeat(auto-fill,minmax(92px,1fr))] gap-2"
        >
          {snag.photos.map(({ url, thumbnail }) => (
            <Photo
              key={url}
              address={url}
              name={snag.title}
              thumbnail={thumbnail}
              className="h-18 object-cover"
            />
          ))}
        </div>
      )}
      {known.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          {known.map(([name, value]) => (
            <Fragment key={name}>
              <dt className="text-ink-muted">{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </>
  );
}
