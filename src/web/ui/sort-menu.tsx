import { ArrowUpDown } from "lucide-react";
import { Button } from "./button.tsx";
import { Menu, MenuItem } from "./menu.tsx";

export interface SortMenuProps<V extends string> {
  /** 'Sort by', announced before the option. */
  label: string;
  choices: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** The sort order of a list, with its alternatives. */
export function SortMenu<V extends string>({ label, choices, value, onChange }: SortMenuProps<V>) {
  const current = choices.find((choice) => choice.value === value)?.label ?? "";
  return (
    <Menu
      label={label}
      selected={value}
      trigger={
        <Button variant="quiet" icon={ArrowUpDown} aria-label={`${label}: ${current}`}>
          {current}
        </Button>
      }
    >
      {choices.map((choice) => (
        <MenuItem
          key={choice.value}
          id={choice.value}
          label={choice.label}
          onAction={() => onChange(choice.value)}
        />
      ))}
    </Menu>
  );
}
