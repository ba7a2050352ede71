import { Check, ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import type { UserRow } from "#contract/users.ts";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox, floating, floatingMotion, optionRow } from "#web/ui/classes.ts";
import { FieldLabel, fieldColumn } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { usePeople, usePerson } from "../tiers.queries.ts";

/** Milliseconds of rest after which the server is asked for what was typed. */
const pause = 250;
const everybody = "0";

const nameOf = ({
  first_name,
  last_name,
  username,
}: Pick<UserRow, "first_name" | "last_name" | "username">) => `${first_name} ${last_name}`.trim() || username;

interface Option {
  readonly id: string;
  readonly name: string;
  readonly note: string;
}

/** Everybody, or one person whom the server finds by what is typed: there may be more people than a list can hold. */
export function PersonSelect({
  user,
  onChange,
}: {
  user: number | null;
  onChange: (user: number | null) => void;
}) {
  const t = useText();
  const all = t("tiers.everybody");
  const person = usePerson(user);
  // Undefined until it is known.
  const chosen = user === null ? all : person.data && nameOf(person.data);
  const [typed, setTyped] = useState(chosen ?? "");
  const [asked, setAsked] = useState("");
  const people = usePeople(asked);

  useEffect(() => {
    if (chosen !== undefined) setTyped(chosen);
  }, [chosen]);
  useEffect(() => {
    // The name of who is chosen stands there, too, and is no search.
    const timer = setTimeout(() => setAsked(typed === chosen ? "" : typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed, chosen]);

  const options: Option[] = [
    { id: everybody, name: all, note: "" },
    ...(people.data?.items ?? []).map((one) => ({ id: String(one.id), name: nameOf(one), note: one.email })),
  ];

  return (
    <ComboBox
      items={options}
      inputValue={typed}
      onInputChange={setTyped}
      selectedKey={user === null ? everybody : String(user)}
      onSelectionChange={(key) => {
        if (key !== null) onChange(key === everybody ? null : Number(key));
      }}
      menuTrigger="focus"
      allowsEmptyCollection
      className={cx(fieldColumn, "w-80 max-sm:w-full")}
    >
      <FieldLabel label={t("tiers.whose")} />
      <Group className={cx(fieldBox, controlHeight, "flex items-center ps-0 pe-1")}>
        <Input
          autoComplete="off"
          placeholder={chosen ?? ""}
          // Typing takes the place of the name that stands there.
          onFocus={(event) => event.currentTarget.select()}
          className="h-full min-w-0 flex-1 rounded-md bg-transparent px-3 outline-none"
        />
        <Button className="hit-area flex size-7 items-center justify-center rounded-sm text-ink-muted hovered:text-ink">
          <Icon of={ChevronDown} size="sm" />
        </Button>
      </Group>
      <Popover className={cx(floating, floatingMotion, "w-(--trigger-width) overflow-auto p-1")}>
        <ListBox
          className="outline-none"
          renderEmptyState={() => <p className="px-2.5 py-2 text-ink-muted">{t("common.results_zero")}</p>}
        >
          {({ id, name, note }: Option) => (
            <ListBoxItem id={id} textValue={name} className={optionRow}>
              {({ isSelected }) => (
                <>
                  <span className="min-w-0 flex-1">
                    <span className={cx("own-direction block truncate", isSelected && "font-strong")}>
                      {name}
                    </span>
                    {note !== "" && (
                      <span className="own-direction block truncate text-xs text-ink-muted">{note}</span>
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
