/** Keys as labelled on a keyboard, which is always written from the left. */
export function Keys({ of: keys }: { of: readonly string[] }) {
  return (
    <span dir="ltr" className="inline-flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-xs text-ink-muted dark:bg-press"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
