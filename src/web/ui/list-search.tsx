import { useEffect, useRef, useState } from "react";
import { SearchField } from "./search-field.tsx";

export interface ListSearchProps {
  label: string;
  /** The current search text, as in the URL. */
  value: string;
  /** Called after a pause in typing, and at once on Enter or when cleared. */
  onSearch: (value: string) => void;
  className?: string;
}

const pause = 250;

/**
 * The search field of a list: accepts typing freely, searches after a pause, follows the URL when that changes
 * otherwise.
 */
export function ListSearch({ label, value, onSearch, className }: ListSearchProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef(0);
  const told = useRef(value);

  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function tell(next: string): void {
    clearTimeout(timer.current);
    told.current = next.trim();
    onSearch(next.trim());
  }

  return (
    <SearchField
      label={label}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        clearTimeout(timer.current);
        timer.current = window.setTimeout(() => tell(next), pause);
      }}
      onSubmit={tell}
      onClear={() => tell("")}
      {...(className !== undefined && { className })}
    />
  );
}
