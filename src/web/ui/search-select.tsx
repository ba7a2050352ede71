import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "./classes.ts";
import { ComboFrame, ComboOption, comboLetters } from "./combo-frame.tsx";
import { type FieldTexts, fieldColumn } from "./field.tsx";
import type { SelectOption } from "./select.tsx";

type Option<V extends string> = Pick<SelectOption<V>, "value" | "label">;

export interface SearchSelectProps<V extends string> extends FieldTexts {
  options: readonly Option<V>[];
  value: V | null;
  /** Null when the field was cleared. */
  onChange: (value: V | null) => void;
  placeholder?: string;
  isDisabled?: boolean;
  autoComplete?: string;
  className?: string;
}

/** Selects one of very many: typing narrows the list to entries that contain the text, ignoring accents. */
export function SearchSelect<V extends string>({
  label,
  hint,
  error,
  isRequired = false,
  options,
  value,
  onChange,
  placeholder,
  isDisabled = false,
  autoComplete = "off",
  className,
}: SearchSelectProps<V>) {
  const t = useText();
  return (
    <ComboBox
      defaultItems={options}
      selectedKey={value}
      onSelectionChange={(key) => onChange(key as V | null)}
      isRequired={isRequired}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      menuTrigger="focus"
      allowsEmptyCollection
      className={cx(fieldColumn, className)}
    >
      <ComboFrame<Option<V>>
        label={label}
        isRequired={isRequired}
        isDisabled={isDisabled}
        error={error}
        {...(hint !== undefined && { hint })}
        input={
          <Input
            autoComplete={autoComplete}
            placeholder={placeholder ?? t("common.none_selected")}
            className={comboLetters}
          />
        }
      >
        {({ value: id, label: name }) => <ComboOption id={id} name={name} />}
      </ComboFrame>
    </ComboBox>
  );
}
