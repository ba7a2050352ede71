import { Check, ChevronDown } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { ComboBox } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox, floating, floatingMotion, optionRow } from "./classes.ts";
import { FieldLabel, FieldNotes, type FieldTexts, fieldColumn } from "./field.tsx";
import { Icon } from "./icon.tsx";
import type { SelectOption } from "./select.tsx";

export interface SearchSelectProps<V extends string> extends FieldTexts {
  options: readonly Pick<SelectOption<V>, "value" | "label">[];
  value: V | null;
  /** Null when the field was emptied. */
  onChange: (value: V | null) => void;
  placeholder?: string;
  isDisabled?: boolean;
  autoComplete?: string;
  className?: string;
}

/** One of very many: typing narrows the list to what contains the letters, whatever their accents. */
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
      <FieldLabel label={label} isRequired={isRequired} />
      <Group
        isInvalid={error !== undefined}
        isDisabled={isDisabled}
        className={cx(fieldBox, controlHeight, "flex items-center ps-0 pe-1")}
      >
        <Input
          autoComplete={autoComplete}
          placeholder={placeholder ?? t("common.none_selected")}
          className="h-full min-w-0 flex-1 rounded-md bg-transparent px-3 outline-none disabled:text-ink-faint"
        />
        <Button className="hit-area flex size-7 items-center justify-center rounded-sm text-ink-muted hovered:text-ink disabled:text-ink-faint">
          <Icon of={ChevronDown} size="sm" />
        </Button>
      </Group>
      <FieldNotes error={error} {...(hint !== undefined && { hint })} />
      <Popover className={cx(floating, floatingMotion, "w-(--trigger-width) overflow-auto p-1")}>
        <ListBox
          className="outline-none"
          renderEmptyState={() => <p className="px-2.5 py-2 text-ink-muted">{t("common.results_zero")}</p>}
        >
          {(option: { value: V; label: string }) => (
            <ListBoxItem id={option.value} textValue={option.label} className={optionRow}>
              {({ isSelected }) => (
                <>
                  <span className={cx("min-w-0 flex-1 truncate", isSelected && "font-strong")}>
                    {option.label}
                  </span>
                  {isSelected && <Icon of={Check} size="sm" className="text-accent-text" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
