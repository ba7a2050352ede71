import { cx } from "./classes.ts";

/** Faint contour lines of a terrain, as on a site plan. */
export function PlainCover({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 900 300"
      preserveAspectRatio="xMidYMid slice"
      className={cx("size-full bg-linear-to-br from-accent/35 to-accent/10 text-accent-text", className)}
    >
      <g fill="none" stroke="currentColor" strokeOpacity="0.2" strokeWidth="1.25">
        {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((line) => (
          <path
            key={line}
            d={`M-20 ${300 - line * 26} C 160 ${330 - line * 52}, 260 ${180 - line * 6}, 420 ${230 - line * 34} S 720 ${330 - line * 58}, 920 ${210 - line * 22}`}
          />
        ))}
      </g>
    </svg>
  );
}
