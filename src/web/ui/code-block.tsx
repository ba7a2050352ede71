import { cx } from "./classes.ts";
import { CopyButton } from "./copy-button.tsx";

/** Text to type or copy exactly; always left to right. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  // Beside one line there is room for the button; several lines need space below.
  const isLine = !text.includes("\n");
  return (
    <div className={cx("relative min-w-0 rounded-md bg-sunken", isLine && "flex items-center")}>
      <pre
        dir="ltr"
        lang="en"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className={cx(
          "max-h-96 overflow-auto rounded-md p-3 text-start text-xs leading-relaxed whitespace-pre print:max-h-none print:whitespace-pre-wrap",
          isLine ? "min-w-0 flex-1" : "pb-12 touch:pb-15",
        )}
      >
        <code>{text}</code>
      </pre>
      <CopyButton
        text={text}
        size="sm"
        className={cx("print:hidden", isLine ? "me-2 shrink-0" : "absolute end-2 bottom-2")}
      />
    </div>
  );
}
