import { clock } from "#web/features/media/player/clock.ts";
import { useText } from "#web/lib/use-text.ts";
import { useCommentTimeline } from "./comments.queries.ts";

export interface DensityProps {
  video: number;
  /** Seconds. */
  duration: number;
  onGo: (seconds: number) => void;
}

/** Maximum number of bars. */
const most = 60;

/**
 * Number of comments over time: a bar for each interval of the video, which seeks to it. Follows the direction of the
 * player's timeline.
 */
export function Density({ video, duration, onGo }: DensityProps) {
  const t = useText();
  const interval = Math.max(1, Math.ceil(duration / most));
  const { data } = useCommentTimeline(video, interval);
  if (data === undefined || data.buckets.length === 0 || duration <= 0) return null;
  const highest = Math.max(...data.buckets.map(({ total }) => total));
  return (
    <ol
      aria-label={t("comments.timeline")}
      data-axis=""
      className="relative m-0 h-9 list-none border-b border-line p-0"
    >
      {data.buckets.map(({ from, total, resolved }) => {
        const width = Math.min(interval, duration) / duration;
        return (
          <li
            key={from}
            className="absolute inset-y-0 flex items-end px-px"
            style={{
              insetInlineStart: `${(100 * Math.min(from, duration)) / duration}%`,
              inlineSize: `max(6px, ${100 * width}%)`,
              maxInlineSize: "24px",
            }}
          >
            <button
              type="button"
              title={t("comments.timeline_step", { count: total, from: clock(from) })}
              aria-label={t("comments.timeline_step", { count: total, from: clock(from) })}
              onClick={() => onGo(from)}
              className="flex h-full w-full flex-col justify-end rounded-t-xs hover:bg-hover"
            >
              <span
                className={total > resolved ? "block rounded-t-xs bg-accent" : "block rounded-t-xs bg-ok"}
                style={{ blockSize: `${Math.max(15, (100 * total) / highest)}%` }}
              />
            </button>
          </li>
        );
      })}
    </ol>
  );
}
