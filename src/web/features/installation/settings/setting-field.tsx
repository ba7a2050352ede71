import { RotateCcw } from "lucide-react";
import type { Draft } from "#web/lib/draft.ts";
import type { TextKey, Translate } from "#web/lib/use-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ColorField } from "#web/ui/color-field.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { CurrencyField } from "./currency-field.tsx";
import { type FormValues, linesOf } from "./form-values.ts";
import type { Field } from "./groups.ts";
import { hinted, hintOf, labelOf } from "./setting-texts.ts";

export interface SettingFieldProps {
  readonly field: Field;
  readonly draft: Draft<FormValues>;
  /** Stored secrets: they can be replaced or removed, never read. */
  readonly secretsSet: readonly string[];
}

/** One setting, with the editor for its kind, marked while its change is not saved. */
export function SettingField(props: SettingFieldProps) {
  return (
    <ChangedMark isChanged={props.draft.has(props.field.key)}>
      <Control {...props} />
    </ChangedMark>
  );
}

const brandColors = [
  { value: "#2987f2", name: "settings.colors.blue" },
  { value: "#0f766e", name: "settings.colors.teal" },
  { value: "#15803d", name: "settings.colors.green" },
  { value: "#b45309", name: "settings.colors.amber" },
  { value: "#b91c1c", name: "settings.colors.red" },
  { value: "#7c3aed", name: "settings.colors.violet" },
  { value: "#334155", name: "settings.colors.slate" },
] as const satisfies readonly { value: string; name: TextKey }[];

function Control({ field, draft, secretsSet }: SettingFieldProps) {
  const t = useText();
  const { key } = field;
  const hint = hintOf(key, t, hinted);
  const texts = {
    label: labelOf(key, t),
    error: draft.errors[key],
    ...(hint !== undefined && { hint }),
  };
  const value = draft.values[key];
  switch (field.kind) {
    case "switch":
      return (
        <OnOff
          label={texts.label}
          hint={hint}
          error={texts.error}
          isOn={value === true}
          onChange={(isOn) => draft.set(key, isOn)}
        />
      );
    case "color":
      return (
        <ColorField
          {...texts}
          value={String(value)}
          onChange={(color) => draft.set(key, color)}
          choices={brandColors.map((choice) => ({ value: choice.value, name: t(choice.name) }))}
        />
      );
    case "number":
      return (
        <NumberField
          {...texts}
          className="max-w-48"
          value={Number(value)}
          minValue={field.min}
          maxValue={field.max}
          formatOptions={{ useGrouping: false }}
          onChange={(number) => !Number.isNaN(number) && draft.set(key, number)}
        />
      );
    case "percent":
      // Stored as hundredths of a percent: a rate is no fraction.
      return (
        <NumberField
          {...texts}
          className="max-w-48"
          value={Number(value) / 100}
          minValue={0}
          maxValue={100}
          step={0.01}
          formatOptions={{ useGrouping: false, maximumFractionDigits: 2 }}
          onChange={(percent) => !Number.isNaN(percent) && draft.set(key, Math.round(percent * 100))}
        />
      );
    case "currency":
      return <CurrencyField {...texts} value={String(value)} onChange={(code) => draft.set(key, code)} />;
    case "choice":
      return (
        <Select
          {...texts}
          value={String(value)}
          options={field.choices.map((choice) => ({ value: choice, label: choiceText(key, choice, t) }))}
          onChange={(choice) => draft.set(key, choice)}
        />
      );
    case "several":
      return <Several {...texts} field={field} draft={draft} />;
    case "lines":
      return (
        <TextArea
          {...texts}
          dir="ltr"
          rows={4}
          value={String(value ?? "")}
          onChange={(text) => draft.set(key, text)}
        />
      );
    case "area":
      return (
        <TextArea
          {...texts}
          rows={field.rows}
          maxLength={field.max}
          hasCounter={field.max <= 1000}
          value={String(value)}
          onChange={(text) => draft.set(key, text)}
        />
      );
    case "secret":
      return <Secret {...texts} field={field} draft={draft} isSet={secretsSet.includes(key)} />;
    case "text":
      return (
        <TextField
          {...texts}
          maxLength={field.max}
          value={String(value)}
          onChange={(text) => draft.set(key, text)}
          {...(field.isCode === true && { dir: "ltr" as const, spellCheck: "false" })}
        />
      );
  }
}

function OnOff({
  label,
  hint,
  error,
  isOn,
  onChange,
}: {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <div>
      <Switch isSelected={isOn} onChange={onChange}>
        <span className="font-strong">{label}</span>
      </Switch>
      {hint !== undefined && <p className="mt-0.5 ps-11 text-xs text-ink-muted">{hint}</p>}
      {error !== undefined && <p className="mt-0.5 ps-11 text-xs text-bad-text">{error}</p>}
    </div>
  );
}

function Several({
  label,
  hint,
  error,
  field,
  draft,
}: {
  label: string;
  hint?: string;
  error: string | undefined;
  field: Extract<Field, { kind: "several" }>;
  draft: Draft<FormValues>;
}) {
  const t = useText();
  const chosen = new Set(linesOf(draft.values[field.key]));
  const change = (choice: string, isOn: boolean) => {
    // In the order of the options, so that on and off again is no change.
    const next = field.choices.filter((one) => (one === choice ? isOn : chosen.has(one)));
    draft.set(field.key, next.join("\n"));
  };
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-strong">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {field.choices.map((choice) => (
          <Checkbox key={choice} isSelected={chosen.has(choice)} onChange={(isOn) => change(choice, isOn)}>
            {choiceText(field.key, choice, t)}
          </Checkbox>
        ))}
      </div>
      <p className={`mt-1.5 text-xs ${error === undefined ? "text-ink-muted" : "text-bad-text"}`}>
        {error ?? hint}
      </p>
    </fieldset>
  );
}

function Secret({
  field,
  draft,
  isSet,
  ...texts
}: {
  label: string;
  hint?: string;
  error: string | undefined;
  field: Field;
  draft: Draft<FormValues>;
  isSet: boolean;
}) {
  const t = useText();
  const value = draft.values[field.key];
  const isForgotten = value === null;
  const state = isForgotten
    ? "settings.secret_forgotten"
    : isSet
      ? "settings.secret_set"
      : "settings.secret_unset";
  return (
    <div className="flex items-end gap-2">
      <PasswordField
        {...texts}
        hint={t(state)}
        className="flex-1"
        autoComplete="off"
        value={isForgotten ? "" : String(value)}
        onChange={(text) => draft.set(field.key, text)}
      />
      {isSet && (
        <Button
          variant="quiet"
          {...(isForgotten && { icon: RotateCcw })}
          className="mb-5.5"
          onPress={() => draft.set(field.key, isForgotten ? "" : null)}
        >
          {t(isForgotten ? "common.undo" : "settings.secret_forget")}
        </Button>
      )}
    </div>
  );
}

const choiceText = (key: string, choice: string, t: Translate) =>
  t(`settings.choices.${key}.${choice}` as TextKey);
