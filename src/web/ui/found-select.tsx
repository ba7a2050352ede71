import { Check, ChevronDown } from "lucide-react";
import { use, useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox, floating, floatingMotion, optionRow } from "./classes.ts";
import { FieldLabel, FieldNotes, type FieldTexts, fieldColumn } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface Found {
  readonly id: number;
  readonly name: string;
  /** A second line in the list. */
  readonly note?: string;
}

export interface FoundSelectProps extends FieldTexts {
  /** What was found for the letters that `onAsk` told of last. */
  found: readonly Found[];
  onAsk: (letters: string) => void;
  value: number | null;
  /** Name of `value`, once it is known. */
  valueName: string;
  onChange: (id: number | null) => void;
  /** First in the list: no restriction. Without it one must be chosen. */
  everything?: string;
  className?: string;
}

/** Milliseconds of rest after which is asked for what was typed. */
const pause = 250;
const all = "0";

/** One of more than a list can hold: the letters typed are told to whoever searches, and what he finds is offered. */
export function FoundSelect({
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
  className,
}: FoundSelectProps) {
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

  const options: (Omit<Found, "id"> & { id: string })[] = [
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
        if (key !== null) onChange(key === all ? null : Number(key));
      }}
      onOpenChange={(opens) => {
        setIsOpen(opens);
        if (!opens) setTyped(null);
        else if (!isTyping.current) setTyped("");
        isTyping.current = opens && isTyping.current;
      }}
      isRequired={isRequired}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      // Otherwise the name that takes the place of the letters would open the list again.
      menuTrigger="manual"
      allowsEmptyCollection
      className={cx(fieldColumn, className)}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <Group
        isInvalid={error !== undefined}
        className={cx(fieldBox, controlHeight, "flex items-center ps-0 pe-1")}
      >
        <Letters
          placeholder={chosen === "" ? t("common.none_selected") : chosen}
          onType={() => {
            isTyping.current = true;
          }}
        />
        <Button className="hit-area flex size-7 items-center justify-center rounded-sm text-ink-muted hovered:text-ink">
          <Icon of={ChevronDown} size="sm" />
        </Button>
      </Group>
      <FieldNotes error={error} {...(hint !== undefined && { hint })} />
      <Popover className={cx(floating, floatingMotion, "w-(--trigger-width) overflow-auto p-1")}>
        <ListBox
          className="outline-none"
          renderEmptyState={() => <p className="px-2.5 py-2 text-ink-muted">{t("common.results_zero")}</p>}
        >
          {({ id, name, note }: (typeof options)[number]) => (
            <ListBoxItem id={id} textValue={name} className={optionRow}>
              {({ isSelected }) => (
                <>
                  <span className="min-w-0 flex-1">
                    <bdi className={cx("block truncate", isSelected && "font-strong")}>{name}</bdi>
                    {note !== undefined && (
                      <bdi className="block truncate text-xs text-ink-muted">{note}</bdi>
                    )}
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
      className="h-full min-w-0 flex-1 rounded-md bg-transparent px-3 outline-none"
    />
  );
}
