import { Check, ChevronDown } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Group } from "react-aria-components/Group";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox, floating, floatingMotion, optionRow } from "./classes.ts";
import { FieldLabel, FieldNotes, type FieldTexts } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface ComboFrameProps<T extends object> extends FieldTexts {
  isDisabled?: boolean;
  /** Whether the items of the list are still unknown. */
  isLoading?: boolean;
  /** The input, styled with `comboLetters`. */
  input: ReactNode;
  /** A row of the list: a `ComboOption`. */
  children: (item: T) => ReactElement;
}

export const comboLetters =
  "h-full min-w-0 flex-1 rounded-md bg-transparent px-3 outline-none disabled:text-ink-faint";

/** The parts of a text field with a list below it, used within a ComboBox that defines their meaning. */
export function ComboFrame<T extends object>({
  label,
  hint,
  error,
  isRequired = false,
  isDisabled = false,
  isLoading = false,
  input,
  children,
}: ComboFrameProps<T>) {
  const t = useText();
  return (
    <>
      <FieldLabel label={label} isRequired={isRequired} />
      <Group
        isInvalid={error !== undefined}
        isDisabled={isDisabled}
        className={cx(fieldBox, controlHeight, "flex items-center ps-0 pe-1")}
      >
        {input}
        <Button className="hit-area flex size-7 items-center justify-center rounded-sm text-ink-muted hover:text-ink disabled:text-ink-faint">
          <Icon of={ChevronDown} size="sm" />
        </Button>
      </Group>
      <FieldNotes error={error} {...(hint !== undefined && { hint })} />
      <Popover className={cx(floating, floatingMotion, "w-(--trigger-width) overflow-auto p-1")}>
        <ListBox<T>
          className="outline-none"
          renderEmptyState={() => (
            <p className="px-2.5 py-2 text-ink-muted">
              {t(isLoading ? "common.loading" : "common.results_zero")}
            </p>
          )}
        >
          {children}
        </ListBox>
      </Popover>
    </>
  );
}

export interface ComboOptionProps {
  id: string;
  name: string;
  /** Second line. */
  note?: string | undefined;
}

export function ComboOption({ id, name, note }: ComboOptionProps) {
  return (
    <ListBoxItem id={id} textValue={name} className={optionRow}>
      {({ isSelected }) => (
        <>
          <span className="min-w-0 flex-1">
            <span className={cx("own-direction block truncate", isSelected && "font-strong")}>{name}</span>
            {note !== undefined && (
              <span className="own-direction block truncate text-xs text-ink-muted">{note}</span>
            )}
          </span>
          {isSelected && <Icon of={Check} size="sm" className="text-accent-text" />}
        </>
      )}
    </ListBoxItem>
  );
}
