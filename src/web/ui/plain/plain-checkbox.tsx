import { Check } from "lucide-react";
import { type ReactNode, type RefObject, useId } from "react";
import { cx } from "../classes.ts";
import { Icon } from "../icon.tsx";

export interface PlainCheckboxProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  children: ReactNode;
  error?: string | undefined;
  inputRef?: RefObject<HTMLInputElement | null>;
}

export function PlainCheckbox({ isSelected, onChange, children, error, inputRef }: PlainCheckboxProps) {
  const id = useId();
  const isInvalid = error !== undefined;
  return (
    <div className="flex flex-col gap-1">
      <label
        className={cx(
          "flex min-h-6 w-fit cursor-default gap-2.5 text-sm select-none touch:min-h-11",
          typeof children === "string" ? "items-center" : "items-start touch:pt-3",
        )}
      >
        <span className="relative my-[calc((1lh-1.125rem)/2)] flex size-4.5 shrink-0 items-center justify-center text-white">
          <input
            type="checkbox"
            ref={inputRef}
            checked={isSelected}
            onChange={(event) => onChange(event.target.checked)}
            aria-invalid={isInvalid || undefined}
            aria-describedby={isInvalid ? `${id}error` : undefined}
            className={cx(
              "absolute inset-0 appearance-none rounded-sm border bg-surface transition-colors checked:border-accent checked:bg-accent hover:border-ink-faint",
              isInvalid ? "border-bad" : "border-line-strong",
            )}
          />
          {isSelected && (
            <Icon of={Check} size="sm" className="pointer-events-none relative size-3.5 stroke-3" />
          )}
        </span>
        <span>{children}</span>
      </label>
      {isInvalid && (
        <span id={`${id}error`} className="text-xs text-bad-text">
          {error}
        </span>
      )}
    </div>
  );
}
