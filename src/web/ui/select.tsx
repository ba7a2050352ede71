import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox, floating, floatingMotion, optionRow } from "./classes.ts";
import { FieldLabel, FieldNotes, type FieldTexts, fieldColumn } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface SelectOption<V extends string> {
  value: V;
  label: string;
  /** Second line in the list. */
  note?: string;
  /** Before the text, here and in the closed field: a dot of its colour. */
  leading?: ReactNode;
  isDisabled?: boolean;
}

export interface SelectProps<V extends string> extends FieldTexts {
  options: readonly SelectOption<V>[];
  value: V | null;
  onChange: (value: V) => void;
  onBlur?: () => void;
  placeholder?: string;
  isDisabled?: boolean;
  name?: string;
  className?: string;
}

export function Select<V extends string>({
  label,
  hint,
  error,
  isRequired = false,
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  isDisabled = false,
  name,
  className,
}: SelectProps<V>) {
  const t = useText();
  return (
    <AriaSelect
      value={value}
      onChange={(key) => key !== null && onChange(key as V)}
      isRequired={isRequired}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      placeholder={placeholder ?? t("common.none_selected")}
      {...(onBlur && { onBlur })}
      {...(name !== undefined && { name })}
      className={cx(fieldColumn, className)}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <Button
        className={cx(
          fieldBox,
          controlHeight,
          "flex items-center justify-between gap-2 pe-2.5",
          error !== undefined && "border-bad",
        )}
      >
        <SelectValue className="truncate placeholder:text-ink-faint [&_[slot=description]]:hidden" />
        <Icon of={ChevronDown} size="sm" className="text-ink-muted" />
      </Button>
      <FieldNotes error={error} {...(hint !== undefined && { hint })} />
      <Popover className={cx(floating, floatingMotion, "min-w-(--trigger-width) overflow-auto p-1")}>
        <ListBox items={options} className="outline-none">
          {(option) => (
            <ListBoxItem
              id={option.value}
              textValue={option.label}
              isDisabled={option.isDisabled ?? false}
              className={optionRow}
            >
              {({ isSelected }) => (
                <>
                  <span className="min-w-0 flex-1">
                    <span className={cx("own-direction block truncate", isSelected && "font-strong")}>
                      {option.leading}
                      {option.label}
                    </span>
                    {option.note !== undefined && (
                      <span
                        slot="description"
                        className="own-direction block truncate text-xs text-ink-muted"
                      >
                        {option.note}
                      </span>
                    )}
                  </span>
                  {isSelected && <Icon of={Check} size="sm" className="text-accent-text" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
