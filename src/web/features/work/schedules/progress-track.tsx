/** Progress as a bar, with a mark at the planned value. The text beside it says both. */
export function ProgressTrack({
  percent,
  planned,
  className = "",
}: {
  percent: number;
  planned: number;
  className?: string;
}) {
  return (
    <span aria-hidden className={`relative block h-2 rounded-full bg-press ${className}`}>
      <span className="block h-full rounded-full bg-accent" style={{ inlineSize: `${percent}%` }} />
      <span
        className="absolute -inset-y-1 -ms-px w-0.5 rounded-full bg-ink"
        style={{ insetInlineStart: `${planned}%` }}
      />
    </span>
  );
}
