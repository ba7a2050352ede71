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
  /** The subject of the choice, such as 'Status'. */
  label: string;
  /** Label of the button while nothing is selected; `label` by default. */
  anyLabel?: string;
  choices: readonly Choice<V>[];
  value: V | null;
  onChange: (value: V | null) => void;
}

/** A filter with several values: a menu until one is selected, then a removable chip of that value. */
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

/** An active filter that can be removed. */
export function ChosenChip({ children, onRemove }: { children: string; onRemove: () => void }) {
  return (
    <Chip tone="accent" onRemove={onRemove} className="h-8 self-center px-3 text-sm touch:h-11">
      {children}
    </Chip>
  );
}
