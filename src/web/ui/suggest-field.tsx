import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { controlHeight, cx, fieldBox, floating, floatingMotion, optionRow } from "./classes.ts";
import { FieldLabel, FieldNotes, type FieldTexts, fieldColumn } from "./field.tsx";

export interface SuggestFieldProps extends FieldTexts {
  value: string;
  onChange: (value: string) => void;
  /** Called on blur or when a suggestion was accepted, with the value of the field. */
  onCommit?: (value: string) => void;
  suggestions: readonly string[];
  maxLength?: number;
  isDisabled?: boolean;
  className?: string;
}

/** A text field that suggests earlier values; any other text is allowed as well. */
export function SuggestField({
  label,
  hint,
  error,
  isRequired = false,
  value,
  onChange,
  onCommit,
  suggestions,
  maxLength,
  isDisabled = false,
  className,
}: SuggestFieldProps) {
  return (
    <ComboBox
      allowsCustomValue
      inputValue={value}
      onInputChange={onChange}
      onSelectionChange={(key) => key !== null && onCommit?.(String(key))}
      onBlur={() => onCommit?.(value)}
      items={suggestions
        .filter((one) => one.toLocaleLowerCase().includes(value.trim().toLocaleLowerCase()) && one !== value)
        .map((one) => ({ id: one }))}
      menuTrigger="focus"
      isRequired={isRequired}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={cx(fieldColumn, className)}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <Input
        autoComplete="off"
        {...(maxLength !== undefined && { maxLength })}
        className={cx(fieldBox, controlHeight)}
      />
      <FieldNotes error={error} {...(hint !== undefined && { hint })} />
      <Popover className={cx(floating, floatingMotion, "w-(--trigger-width) overflow-auto p-1")}>
        <ListBox className="outline-none">
          {({ id }: { id: string }) => (
            <ListBoxItem id={id} textValue={id} className={optionRow}>
              <span className="own-direction min-w-0 flex-1 truncate">{id}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
