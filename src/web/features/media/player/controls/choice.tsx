import { cx } from "#web/ui/classes.ts";
import { controlClass } from "./control.tsx";

export interface ChoiceProps {
  label: string;
  value: string;
  /** With fewer than two there is nothing to select: then it is not shown. */
  options: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string) => void;
  dir?: "ltr";
}

/**
 * A selection by the system's own list: it opens upwards where there is no room, works in full screen and by touch, and
 * is supported by every screen reader. Only the selected label is visible.
 */
export function Choice({ label, value, options, onChange, dir }: ChoiceProps) {
  if (options.length < 2) return null;
  return (
    <select
      aria-label={label}
      title={label}
      dir={dir}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      className={cx(
        controlClass,
        "appearance-none bg-transparent px-1.5 text-center tabular-nums touch:min-w-11 min-[35rem]:px-3",
      )}
    >
      {options.map((one) => (
        <option key={one.value} value={one.value} className="bg-raised text-ink">
          {one.label}
        </option>
      ))}
    </select>
  );
}
