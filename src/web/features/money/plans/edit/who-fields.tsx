import { useText } from "#web/lib/use-text.ts";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { Switch } from "#web/ui/switch.tsx";
import type { FieldsProps } from "./fields.ts";

const switches = [
  { field: "active", label: "plans.active", text: "plans.active_text" },
  { field: "needs_approval", label: "plans.approval", text: "plans.approval_text" },
  { field: "is_default", label: "plans.default", text: "plans.default_text" },
] as const;

/** Whether the plan is on offer, and to whom. */
export function WhoFields({ draft: { values, errors, set, has } }: FieldsProps) {
  const t = useText();
  return (
    <div className="flex flex-col gap-4">
      {switches.map(({ field, label, text }) => (
        <ChangedMark key={field} isChanged={has(field)}>
          <Switch isSelected={values[field]} onChange={(isOn) => set(field, isOn)}>
            <span className="font-strong">{t(label)}</span>
          </Switch>
          <p className="ms-11 text-ink-muted">{t(text)}</p>
          {errors[field] !== undefined && <p className="ms-11 text-xs text-bad-text">{errors[field]}</p>}
        </ChangedMark>
      ))}
    </div>
  );
}
