import type { ReactNode } from "react";

export interface SettingRowProps {
  title: string;
  text?: ReactNode;
  /** The control, at the end; below on phones when it is wide. */
  children: ReactNode;
}

/** One setting: its name, its meaning, and the control. */
export function SettingRow({ title, text, children }: SettingRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="text-sm font-strong">{title}</h3>
        {text !== undefined && <p className="mt-0.5 text-ink-muted">{text}</p>}
      </div>
      {children}
    </div>
  );
}
