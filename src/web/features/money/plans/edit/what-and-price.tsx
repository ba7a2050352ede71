import { billingIntervals } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { FieldsProps } from "./fields.ts";

export function WhatFields({ draft: { values, errors, set, has } }: FieldsProps) {
  const t = useText();
  return (
    <div className="flex flex-col gap-5">
      <ChangedMark isChanged={has("name")}>
        <TextField
          label={t("plans.name")}
          value={values.name}
          onChange={(name) => set("name", name)}
          error={errors.name}
          maxLength={limits.name}
          isRequired
        />
      </ChangedMark>
      <ChangedMark isChanged={has("description")}>
        <TextArea
          label={t("plans.description")}
          value={values.description}
          onChange={(description) => set("description", description)}
          error={errors.description}
          maxLength={limits.description}
          rows={3}
        />
      </ChangedMark>
    </div>
  );
}

export function PriceFields({ draft: { values, errors, set, has }, currency }: FieldsProps) {
  const t = useText();
  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <ChangedMark isChanged={has("price")}>
        <TextField
          label={t("plans.price_in", { currency })}
          value={values.price}
          onChange={(price) => set("price", price)}
          error={errors.price}
          hint={t("plans.price_hint", { every: t(`plans.every_hint.${values.interval}`) })}
          inputMode="decimal"
          dir="ltr"
          isRequired
        />
      </ChangedMark>
      <ChangedMark isChanged={has("interval")}>
        <Select
          label={t("plans.interval")}
          value={values.interval}
          onChange={(interval) => set("interval", interval)}
          error={errors.interval}
          options={billingIntervals.map((value) => ({ value, label: t(`plans.intervals.${value}`) }))}
        />
      </ChangedMark>
      <ChangedMark isChanged={has("channel_price")}>
        <TextField
          label={t("plans.channel_price_in", { currency })}
          value={values.channel_price}
          onChange={(price) => set("channel_price", price)}
          error={errors.channel_price}
          hint={t("plans.channel_price_hint")}
          inputMode="decimal"
          dir="ltr"
        />
      </ChangedMark>
    </div>
  );
}
