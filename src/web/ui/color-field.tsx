import { Check } from "lucide-react";
import { useId } from "react";
import { controlHeight, cx, fieldBox } from "./classes.ts";
import type { FieldTexts } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface ColorFieldProps extends FieldTexts {
  /** `#rrggbb`; any text while it is being typed. */
  value: string;
  onChange: (value: string) => void;
  /** Colours to pick with one tap, each with its name. */
  choices: readonly { readonly value: string; readonly name: string }[];
  isDisabled?: boolean;
}

const isColor = (value: string) => /^#[0-9a-f]{6}$/i.test(value);

/** Selects a colour by swatch, by the device's own picker, or by its code. */
export function ColorField({
  label,
  hint,
  error,
  value,
  onChange,
  choices,
  isDisabled = false,
}: ColorFieldProps) {
  const id = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" disabled={isDisabled}>
      <legend className="mb-1.5 text-sm font-strong text-ink">{label}</legend>
      <div className="flex flex-wrap items-center gap-2">
        {choices.map((choice) => {
          const isChosen = choice.value.toLowerCase() === value.toLowerCase();
          return (
            <button
              key={choice.value}
              type="button"
              aria-label={choice.name}
              aria-pressed={isChosen}
              onClick={() => onChange(choice.value)}
              style={{ backgroundColor: choice.value }}
              className="hit-area flex size-7 items-center justify-center rounded-full text-white"
            >
              {isChosen && <Icon of={Check} size="sm" />}
            </button>
          );
        })}
        <span className="flex items-center gap-2 ms-1">
          <input
            type="color"
            aria-label={label}
            value={isColor(value) ? value : "#000000"}
            onChange={(event) => onChange(event.target.value)}
            className={cx(
              controlHeight,
              "w-11 cursor-pointer rounded-md border border-line-strong bg-surface p-1",
            )}
          />
          <input
            aria-label={label}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}notes`}
            dir="ltr"
            spellCheck={false}
            maxLength={7}
            value={value}
            onChange={(event) => onChange(event.target.value.trim())}
            className={cx(fieldBox, controlHeight, "w-28! font-mono", error !== undefined && "border-bad")}
          />
        </span>
      </div>
      <span
        id={`${id}notes`}
        className={cx("text-xs", error === undefined ? "text-ink-muted" : "text-bad-text")}
      >
        {error ?? hint}
      </span>
    </fieldset>
  );
}
