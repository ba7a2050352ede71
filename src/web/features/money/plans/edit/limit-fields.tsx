import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { PlanLimit } from "#contract/plans.limits.ts";
import { comma } from "#web/lib/comma.ts";
import { useText } from "#web/lib/use-text.ts";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import type { FieldsProps } from "./fields.ts";

const kinds = [
  { kind: "projects", fields: ["n_projects", "n_projects_month"] },
  { kind: "visits", fields: ["n_virtual_tours", "n_virtual_tours_month"] },
  { kind: "videos", fields: ["n_video_uploads", "n_video_uploads_month"] },
  { kind: "cameras", fields: ["n_cameras"] },
  { kind: "channels", fields: ["n_channels"] },
] as const satisfies readonly { kind: string; fields: readonly PlanLimit[] }[];

/** Limits of each kind: in total, and started per month. */
export function LimitFields({ draft }: FieldsProps) {
  const t = useText();
  return (
    <div className="flex flex-col gap-6">
      {kinds.map(({ kind, fields }) => (
        <fieldset key={kind} className="min-w-0">
          <legend className="mb-2 text-base font-strong">{t(`plans.kinds.${kind}`)}</legend>
          <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            {fields.map((field, at) => (
              <ChangedMark key={field} isChanged={draft.has(field)}>
                <LimitField
                  label={t(at === 0 ? "plans.in_all" : "plans.each_month")}
                  of={t(`plans.kinds.${kind}`)}
                  value={draft.values[field]}
                  error={draft.errors[field]}
                  onChange={(value) => draft.set(field, value)}
                />
              </ChangedMark>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

interface LimitFieldProps {
  label: string;
  /** The counted thing, for screen reader users who do not see the heading above. */
  of: string;
  value: number | null;
  error: string | undefined;
  onChange: (value: number | null) => void;
}

/** A number, or no limit; switching the limit on restores the former number. */
function LimitField({ label, of, value, error, onChange }: LimitFieldProps) {
  const t = useText();
  const [last, setLast] = useState(value ?? 10);
  const isUnlimited = value === null;
  return (
    <div className="flex items-end gap-4">
      <NumberField
        label={label}
        // React Aria reads it before the label: 'Projects In all'.
        aria-label={of}
        // Without a number the field is empty, which react-aria represents as NaN.
        value={value ?? Number.NaN}
        onChange={(next) => {
          if (Number.isNaN(next)) return;
          setLast(next);
          onChange(next);
        }}
        error={error}
        maxValue={limits.plan.most}
        isDisabled={isUnlimited}
        className="min-w-0 flex-1"
      />
      <Switch
        isSelected={isUnlimited}
        onChange={(unlimited) => onChange(unlimited ? null : last)}
        aria-label={`${t("plans.unlimited")}: ${of}${comma()}${label}`}
        className="h-9 touch:h-11"
      >
        {t("plans.unlimited")}
      </Switch>
    </div>
  );
}
