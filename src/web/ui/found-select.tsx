import { use, useEffect, useRef, useState } from "react";
import { ComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "./classes.ts";
import { ComboFrame, ComboOption, type ComboOptionProps, comboLetters } from "./combo-frame.tsx";
import { type FieldTexts, fieldColumn } from "./field.tsx";

/** Our own records have numeric ids; ids of other services are strings. */
export type FoundId = number | string;

export interface Found<I extends FoundId = number> {
  readonly id: I;
  readonly name: string;
  /** Second line in the list. */
  readonly note?: string;
}

export interface FoundSelectProps<I extends FoundId = number> extends FieldTexts {
  /** Results for the text last passed to `onAsk`; undefined while they load. */
  found: readonly Found<I>[] | undefined;
  onAsk: (letters: string) => void;
  value: I | null;
  /** Name of `value`; empty while it loads. */
  valueName: string;
  onChange: (id: I | null) => void;
  /** Label of a first entry without restriction. Without it one must be selected. */
  everything?: string;
  isDisabled?: boolean;
  /** Shown while nothing is selected. */
  placeholder?: string;
  className?: string;
}

/** Milliseconds without typing before a search starts. */
const pause = 250;
const all = "0";

/**
 * Selects one of more records than a list can hold: the typed text is passed to the search, and its results are
 * offered.
 */
export function FoundSelect<I extends FoundId = number>({
  label,
  hint,
  error,
  isRequired = false,
  found,
  onAsk,
  value,
  valueName,
  onChange,
  everything,
  isDisabled = false,
  placeholder,
  className,
}: FoundSelectProps<I>) {
  const t = useText();
  const chosen = value === null ? (everything ?? "") : valueName;
  const empty = value === null ? (placeholder ?? t("common.none_selected")) : t("common.loading");
  /** Null while the name of the selected record is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isTyping = useRef(false);

  useEffect(() => {
    const timer = setTimeout(() => onAsk(typed?.trim() ?? ""), pause);
    return () => clearTimeout(timer);
  }, [typed, onAsk]);

  const options: ComboOptionProps[] = [
    ...(everything === undefined ? [] : [{ id: all, name: everything }]),
    ...(found ?? []).map((one) => ({ ...one, id: String(one.id) })),
  ];
  return (
    <ComboBox
      items={options}
      inputValue={typed ?? chosen}
      // While closed, the field shows the name of the selected record, whatever React Aria would put there.
      onInputChange={(letters) => (isOpen || isTyping.current) && setTyped(letters)}
      selectedKey={value === null ? (everything === undefined ? null : all) : String(value)}
      onSelectionChange={(key) => {
        setTyped(null);
        if (key !== null) onChange(found?.find(({ id }) => String(id) === key)?.id ?? null);
      }}
      onOpenChange={(opens) => {
        setIsOpen(opens);
        if (!opens) setTyped(null);
        else if (!isTyping.current) setTyped("");
        isTyping.current = opens && isTyping.current;
      }}
      isRequired={isRequired}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      // Otherwise the name that replaces the typed text would reopen the list.
      menuTrigger="manual"
      allowsEmptyCollection
      className={cx(fieldColumn, className)}
    >
      <ComboFrame<ComboOptionProps>
        label={label}
        isRequired={isRequired}
        isDisabled={isDisabled}
        isLoading={found === undefined}
        error={error}
        {...(hint !== undefined && { hint })}
        input={
          <Letters
            placeholder={chosen === "" ? empty : chosen}
            onType={() => {
              isTyping.current = true;
            }}
          />
        }
      >
        {(option) => <ComboOption {...option} />}
      </ComboFrame>
    </ComboBox>
  );
}

/** Opens the list on press or on typing. */
function Letters({ placeholder, onType }: { placeholder: string; onType: () => void }) {
  const list = use(ComboBoxStateContext);
  return (
    <Input
      autoComplete="off"
      placeholder={placeholder}
      onClick={() => list?.open(null, "manual")}
      onInput={() => {
        if (list === null || list.isOpen) return;
        onType();
        list.open(null, "manual");
      }}
      className={comboLetters}
    />
  );
}
