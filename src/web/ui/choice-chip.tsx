import type { LucideIcon } from "lucide-react";
import { Chip } from "./chip.tsx";
import { FilterChipButton } from "./filter-chips.tsx";
import { Menu, MenuItem } from "./menu.tsx";

interface Choice<V> {
  readonly value: V;
  readonly label: string;
  readonly icon?: LucideIcon;
}

interface ChoiceChipProps<V extends string | number> {
  /** What is chosen from, as 'Status'. */
  label: string;
  /** Of the button while nothing is chosen; the label where nothing else is said. */
  anyLabel?: string;
  choices: readonly Choice<V>[];
  value: V | null;
  onChange: (value: V | null) => void;
}

/** A filter with several values: a menu until one is chosen, then that one, to be taken off. */
export function ChoiceChip<V extends string | number>(props: ChoiceChipProps<V>) {
  const { label, anyLabel = label, choices, value, onChange } = props;
  if (value !== null)
    return (
      <ChosenChip onRemove={() => onChange(null)}>
        {choices.find((choice) => choice.value === value)?.label ?? String(value)}
      </ChosenChip>
    );
  return (
    <Menu label={label} placement="bottom start" trigger={<FilterChipButton label={anyLabel} />}>
      {choices.map((choice) => (
        <MenuItem
          key={choice.value}
          id={String(choice.value)}
          label={choice.label}
          {...(choice.icon && { icon: choice.icon })}
          onAction={() => onChange(choice.value)}
        />
      ))}
    </Menu>
  );
}

/** A filter that is on, to be taken off. */
export function ChosenChip({ children, onRemove }: { children: string; onRemove: () => void }) {
  return (
    <Chip tone="accent" onRemove={onRemove} className="h-8 self-center px-3 text-sm touch:h-11">
      {children}
    </Chip>
  );
}
