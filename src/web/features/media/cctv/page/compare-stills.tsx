import { useState } from "react";
import type { Still } from "#contract/cctv.ts";
import { useText } from "#web/lib/use-text.ts";

interface CompareStillsProps {
  before: Still;
  after: Still;
  momentOf: (instant: string) => string;
}

/**
 * Two moments on top of each other, with a divider: the earlier one is at the start of the line. A native slider covers
 * the whole picture, so that it can be dragged anywhere and moved by the arrow keys.
 */
export function CompareStills({ before: one, after: other, momentOf }: CompareStillsProps) {
  const t = useText();
  const [share, setShare] = useState(50);
  const [before, after] =
    Date.parse(one.taken_at) <= Date.parse(other.taken_at) ? [one, other] : [other, one];
  const words = `${momentOf(before.taken_at)} – ${momentOf(after.taken_at)}`;
  return (
    <figure className="group/compare relative m-0 aspect-video overflow-hidden rounded-md bg-black select-none">
      <img
        src={after.url}
        alt={`${t("cctv.stills.after")}: ${momentOf(after.taken_at)}`}
        draggable={false}
        className="absolute inset-0 size-full object-contain"
      />
      {/* The clip follows the text direction: the end of the line is cut off. */}
      <span className="absolute inset-y-0 start-0 overflow-hidden" style={{ inlineSize: `${share}%` }}>
        <img
          src={before.url}
          alt={`${t("cctv.stills.before")}: ${momentOf(before.taken_at)}`}
          draggable={false}
          className="absolute inset-y-0 start-0 h-full max-w-none object-contain"
          style={{ inlineSize: `${10_000 / Math.max(share, 0.01)}%` }}
        />
      </span>
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white shadow-[0_0_6px_oklch(0_0_0/0.6)] rtl:translate-x-1/2"
        style={{ insetInlineStart: `${share}%` }}
      >
        <span className="absolute top-1/2 left-1/2 flex size-9 -translate-1/2 items-center justify-center rounded-full bg-white text-black shadow-float group-focus-within/compare:ring-3 group-focus-within/compare:ring-accent">
          ⇔
        </span>
      </span>
      <figcaption className="pointer-events-none absolute inset-x-3 bottom-3 flex justify-between gap-3 text-base font-strong text-white tabular-nums [text-shadow:0_1px_4px_oklch(0_0_0/0.9)]">
        <time dateTime={before.taken_at}>{momentOf(before.taken_at)}</time>
        <time dateTime={after.taken_at}>{momentOf(after.taken_at)}</time>
      </figcaption>
      <input
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label={t("cctv.stills.wipe")}
        aria-valuetext={words}
        onChange={({ target }) => setShare(Number(target.value))}
        className="absolute inset-0 size-full cursor-ew-resize opacity-0"
      />
    </figure>
  );
}
