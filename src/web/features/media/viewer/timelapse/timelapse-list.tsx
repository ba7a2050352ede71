import { type Ref, useEffect, useImperativeHandle, useState } from "react";
import type { SpotTimelapse } from "#contract/spot-timelapses.ts";
import { call } from "#web/lib/client.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { buttonClass } from "#web/ui/button-style.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { failureText } from "../edit/failure.ts";
import { useFrame } from "../frame.ts";

export interface TimelapseListHandle {
  refresh(): void;
}

/** Milliseconds between two requests of the progress, while there is any. */
const every = 2000;

const isOpen = ({ state }: SpotTimelapse) => state === "waiting" || state === "making";

const listOf = async (id: number): Promise<readonly SpotTimelapse[]> =>
  (await call("GET /api/projects/{id}/spot-timelapses", { params: { id } }, { toast: false })).items;

/** After a failure the list stays as it is; the next request may succeed. */
const stay = () => undefined;

/** The time-lapses of a project: progress, the finished video, or the reason of a failure. */
export function TimelapseList({ ref, project }: { ref: Ref<TimelapseListHandle>; project: number }) {
  const t = useText();
  const frame = useFrame();
  const [items, setItems] = useState<readonly SpotTimelapse[]>([]);
  const refresh = () => void listOf(project).then(setItems, stay);
  useImperativeHandle(ref, () => ({ refresh: () => void listOf(project).then(setItems, stay) }), [project]);
  useEffect(() => void listOf(project).then(setItems, stay), [project]);
  const hasOpen = items.some(isOpen);
  useEffect(() => {
    if (!hasOpen) return;
    const timer = setInterval(() => void listOf(project).then(setItems, stay), every);
    return () => clearInterval(timer);
  }, [hasOpen, project]);
  const remove = async (item: SpotTimelapse) => {
    const params = { id: project, spot_timelapse: item.id };
    try {
      await call("DELETE /api/projects/{id}/spot-timelapses/{spot_timelapse}", { params }, { toast: false });
      if (isOpen(item)) frame.toast(t("spot_timelapses.cancelled"));
    } catch (error) {
      frame.toast(await failureText(frame, error));
    }
    refresh();
  };
  if (items.length === 0) return null;
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-2 font-strong">{t("spot_timelapses.list")}</h3>
      <ul className="flex flex-col divide-y divide-line">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
            <div className="min-w-40 flex-1">
              <p className="own-direction truncate">{item.title}</p>
              <p className="text-sm text-ink-muted tabular-nums">
                {t("spot_timelapses.count", { count: item.dates })}
                {" · "}
                <StateText item={item} />
              </p>
              {item.state === "making" && (
                <progress
                  value={item.progress}
                  max={1}
                  aria-label={t("spot_timelapses.progress", { title: item.title })}
                  className="mt-1.5 h-1.5 w-full accent-accent"
                />
              )}
            </div>
            {item.video !== null && (
              <a
                href={`/videos/${item.video.id}/watch`}
                className={`${buttonClass({ variant: "secondary" })} touch:min-h-11`}
              >
                {t("spot_timelapses.watch")}
              </a>
            )}
            <PlainButton variant="quiet" onClick={() => void remove(item)} className="touch:min-h-11">
              {t(isOpen(item) ? "spot_timelapses.cancel" : "spot_timelapses.remove")}
            </PlainButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StateText({ item: { state, progress, problem, video } }: { item: SpotTimelapse }) {
  const t = useText();
  const { speaker } = useFrame();
  if (state === "waiting") return t("spot_timelapses.waiting");
  if (state === "failed") {
    const key = `errors.code.${problem}` as TextKey;
    const known = t(key, { n: 0 });
    return t("spot_timelapses.failed", {
      reason: known === key ? t("errors.code.SPOT_TIMELAPSE_FAILED") : known,
    });
  }
  if (state === "ready") return t(video === null ? "spot_timelapses.video_gone" : "spot_timelapses.ready");
  const percent = new Intl.NumberFormat(speaker.language === "ar" ? "ar-u-nu-latn" : "en", {
    style: "percent",
  }).format(progress);
  return t("spot_timelapses.making", { percent });
}
