import { Search, X } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import {
  type SearchFieldProps as AriaProps,
  SearchField as AriaSearchField,
} from "react-aria-components/SearchField";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface SearchFieldProps extends Omit<AriaProps, "children" | "className" | "style" | "aria-label"> {
  /** What is searched: the name for screen readers and the placeholder. */
  label: string;
  className?: string;
}

/** Escape clears it. */
export function SearchField({ label, className, ...props }: SearchFieldProps) {
  const t = useText();
  return (
    <AriaSearchField
      {...props}
      aria-label={label}
      className={cx("group relative flex items-center", className)}
    >
      <Icon of={Search} size="sm" className="pointer-events-none absolute start-3 text-ink-muted" />
      <Input
        placeholder={label}
        className={cx(fieldBox, controlHeight, "ps-9 pe-9 [&::-webkit-search-cancel-button]:hidden")}
      />
      <Button
        aria-label={t("common.clear_search")}
        className="hit-area absolute! end-1.5 flex size-6 items-center justify-center rounded-sm text-ink-muted group-empty:invisible hovered:bg-hover hovered:text-ink"
      >
        <Icon of={X} size="sm" />
      </Button>
    </AriaSearchField>
  );
}
