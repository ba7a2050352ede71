import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components/Tabs";
import { cx } from "./classes.ts";

export interface TabEntry {
  id: string;
  label: string;
  /** A count or status beside the label. */
  badge?: ReactNode;
  content: ReactNode;
}

export interface TabsProps {
  label: string;
  entries: readonly TabEntry[];
  selected?: string;
  onSelect?: (id: string) => void;
  className?: string;
}

export function Tabs({ label, entries, selected, onSelect, className }: TabsProps) {
  return (
    <AriaTabs
      {...(selected !== undefined && { selectedKey: selected })}
      {...(onSelect && { onSelectionChange: (key) => onSelect(String(key)) })}
      className={cx("flex min-w-0 flex-col outline-none", className)}
    >
      <TabList
        aria-label={label}
        className="flex gap-5 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {entries.map((entry) => (
          <Tab
            key={entry.id}
            id={entry.id}
            className="-mb-px flex h-10 shrink-0 cursor-default items-center gap-2 border-b-2 border-transparent text-sm text-ink-muted transition-colors hover:text-ink selected:border-accent-text selected:font-strong selected:text-ink focus-visible:-outline-offset-2 fingertip touch:justify-center"
          >
            {entry.label}
            {entry.badge}
          </Tab>
        ))}
      </TabList>
      {entries.map((entry) => (
        <TabPanel key={entry.id} id={entry.id} className="min-w-0 pt-4">
          {entry.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
