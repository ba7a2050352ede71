import { Search, X } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface SearchFieldProps extends Pick<ComponentProps<"input">, "autoFocus" | "maxLength"> {
  /** The subject of the search: accessible name and placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called on Enter. */
  onSubmit?: (value: string) => void;
  /** Called when cleared by the button or by Escape. */
  onClear?: () => void;
  className?: string;
}

/** The native search field: lists have one, and must be light. Escape clears it. */
export function SearchField({
  label,
  value,
  onChange,
  onSubmit,
  onClear,
  className,
  ...props
}: SearchFieldProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange("");
    onClear?.();
    input.current?.focus();
  };
  return (
    <div className={cx("relative flex items-center", className)}>
      <Icon of={Search} size="sm" className="pointer-events-none absolute start-3 text-ink-muted" />
      <input
        {...props}
        ref={input}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          // Within a form Enter would submit it.
          if (event.key === "Enter") event.preventDefault();
          if (event.key === "Enter" && !event.nativeEvent.isComposing) onSubmit?.(value);
          if (event.key !== "Escape" || value === "") return;
          // The first Escape clears the field, the next closes the dialog around it.
          event.stopPropagation();
          clear();
        }}
        className={cx(fieldBox, controlHeight, "ps-9 pe-9 [&::-webkit-search-cancel-button]:hidden")}
      />
      {value !== "" && (
        <button
          type="button"
          aria-label={t("common.clear_search")}
          onClick={clear}
          className="hit-area absolute! end-1.5 flex size-6 items-center justify-center rounded-sm text-ink-muted hover:bg-hover hover:text-ink"
        >
          <Icon of={X} size="sm" />
        </button>
      )}
    </div>
  );
}
