import { Search, X } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import { SearchField as AriaSearchField } from "react-aria-components/SearchField";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface FilterFieldProps {
  /** The subject of the search: accessible name and placeholder. */
  label: string;
  className?: string;
}

/** Types into the surrounding `Autocomplete`, whose list is filtered. Escape clears it. */
export function FilterField({ label, className }: FilterFieldProps) {
  const t = useText();
  return (
    <AriaSearchField aria-label={label} className={cx("group relative flex items-center", className)}>
      <Icon of={Search} size="sm" className="pointer-events-none absolute start-3 text-ink-muted" />
      <Input
        placeholder={label}
        className={cx(fieldBox, controlHeight, "ps-9 pe-9 [&::-webkit-search-cancel-button]:hidden")}
      />
      <Button
        aria-label={t("common.clear_search")}
        className="hit-area absolute! end-1.5 flex size-6 items-center justify-center rounded-sm text-ink-muted group-empty:invisible hover:bg-hover hover:text-ink"
      >
        <Icon of={X} size="sm" />
      </Button>
    </AriaSearchField>
  );
}
