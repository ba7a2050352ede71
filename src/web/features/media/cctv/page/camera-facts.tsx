import type { ReactNode } from "react";
import type { Camera } from "#contract/cctv.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";

/** Facts about a camera other than its pictures. */
export function CameraFacts({ camera }: { camera: Camera }) {
  const t = useText();
  const format = useFormat();
  const { metadata, schedule, is_public, is_protected, hls_url, kind } = camera;
  const visibility = is_public ? (is_protected ? "protected" : "public") : "team";
  const isDayAndNight = schedule !== null && schedule.from === schedule.to;
  return (
    <Card title={t("cctv.page.facts")}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <Fact label={t("cctv.form.description")}>{camera.description}</Fact>
        <Fact label={t("cctv.form.location")}>{camera.location}</Fact>
        {(["brand", "model", "resolution"] as const).map((field) => (
          <Fact key={field} label={t(`cctv.form.${field}`)}>
            {metadata[field]}
          </Fact>
        ))}
        <Fact label={t("cctv.page.kind")}>{kind.toUpperCase()}</Fact>
        {hls_url !== null && (
          <Fact label={t("cctv.page.address")}>
            <span dir="ltr" className="break-all">
              {hls_url}
            </span>
          </Fact>
        )}
        <Fact label={t("cctv.page.visibility")}>{t(`cctv.page.visibility_${visibility}`)}</Fact>
        <Fact label={t("cctv.page.schedule")}>
          {schedule === null
            ? t("cctv.page.schedule_none")
            : t(isDayAndNight ? "cctv.page.schedule_day" : "cctv.page.schedule_text", {
                minutes: schedule.minutes,
                from: schedule.from,
                until: schedule.to,
              })}
        </Fact>
        <Fact label={t("cctv.page.added_on")}>{format.date(camera.created_at)}</Fact>
        <Fact label={t("cctv.form.notes")}>{metadata.notes}</Fact>
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === "") return null;
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className="own-direction min-w-0 break-words whitespace-pre-line tabular-nums">{children}</dd>
    </>
  );
}
