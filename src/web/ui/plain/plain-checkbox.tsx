import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../icon.tsx";

export interface PlainCheckboxProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  children: ReactNode;
}

export function PlainCheckbox({ isSelected, onChange, children }: PlainCheckboxProps) {
  return (
    <label className="flex w-fit cursor-default items-center gap-2.5 text-sm select-none touch:min-h-11">
      <span className="relative flex size-4.5 items-center justify-center text-white">
        <input
          type="checkbox"
          checked={isSelected}
          onChange={(event) => onChange(event.target.checked)}
          className="absolute inset-0 appearance-none rounded-sm border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent hover:border-ink-faint"
        />
        {isSelected && (
          <Icon of={Check} size="sm" className="pointer-events-none relative size-3.5 stroke-3" />
        )}
      </span>
      {children}
    </label>
  );
}
