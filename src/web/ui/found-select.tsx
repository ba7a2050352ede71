import { use, useEffect, useRef, useState } from "react";
import { ComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "./classes.ts";
import { ComboFrame, ComboOption, type ComboOptionProps, comboLetters } from "./combo-frame.tsx";
import { type FieldTexts, fieldColumn } from "./field.tsx";

/** Numbers of our own records; ids of other services are words. */
export type FoundId = number | string;

export interface Found<I extends FoundId = number> {
  readonly id: I;
  readonly name: string;
  /** A second line in the list. */
  readonly note?: string;
}

export interface FoundSelectProps<I extends FoundId = number> extends FieldTexts {
  /** What was found for the letters that `onAsk` told of last. */
  found: readonly Found<I>[];
  onAsk: (letters: string) => void;
  value: I | null;
  /** Name of `value`, once it is known. */
  valueName: string;
  onChange: (id: I | null) => void;
  /** First in the list: no restriction. Without it one must be chosen. */
  everything?: string;
  isDisabled?: boolean;
  /** While nothing is chosen. */
  placeholder?: string;
  className?: string;
}

/** Milliseconds of rest after which is asked for what was typed. */
const pause = 250;
const all = "0";

/** One of more than a list can hold: the letters typed are told to whoever searches, and what he finds is offered. */
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
  /** Null while the name of what is chosen stands there. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isTyping = useRef(false);

  useEffect(() => {
    const timer = setTimeout(() => onAsk(typed?.trim() ?? ""), pause);
    return () => clearTimeout(timer);
  }, [typed, onAsk]);

  const options: ComboOptionProps[] = [
    ...(everything === undefined ? [] : [{ id: all, name: everything }]),
    ...found.map((one) => ({ ...one, id: String(one.id) })),
  ];
  return (
    <ComboBox
      items={options}
      inputValue={typed ?? chosen}
      // Closed, the words of the field are the name of what is chosen, whatever React Aria would put there.
      onInputChange={(letters) => (isOpen || isTyping.current) && setTyped(letters)}
      selectedKey={value === null ? (everything === undefined ? null : all) : String(value)}
      onSelectionChange={(key) => {
        setTyped(null);
        if (key !== null) onChange(found.find(({ id }) => String(id) === key)?.id ?? null);
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
      // Otherwise the name that takes the place of the letters would open the list again.
      menuTrigger="manual"
      allowsEmptyCollection
      className={cx(fieldColumn, className)}
    >
      <ComboFrame<ComboOptionProps>
        label={label}
        isRequired={isRequired}
        isDisabled={isDisabled}
        error={error}
        {...(hint !== undefined && { hint })}
        input={
          <Letters
            placeholder={chosen === "" ? (placeholder ?? t("common.none_selected")) : chosen}
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

/** Opens the list when it is pressed or typed into. */
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
