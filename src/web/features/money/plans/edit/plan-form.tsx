import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { PlanCard } from "../plan-card.tsx";
import type { FieldsProps } from "./fields.ts";
import { LimitFields } from "./limit-fields.tsx";
import { OpensFields } from "./opens-fields.tsx";
import { previewOf } from "./plan-draft.ts";
import { Section } from "./section.tsx";
import { PriceFields, WhatFields } from "./what-and-price.tsx";
import { WhoFields } from "./who-fields.tsx";

const sections = [
  { id: "what", Fields: WhatFields },
  { id: "price", Fields: PriceFields },
  { id: "limits", Fields: LimitFields },
  { id: "opens", Fields: OpensFields },
  { id: "who", Fields: WhoFields },
] as const;

/** All fields of a plan, and beside them its card as on /changeplan. */
export function PlanForm({ children, ...fields }: FieldsProps & { children: ReactNode }) {
  const t = useText();
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,40rem)_20rem]">
      <div className="min-w-0">
        {sections.map(({ id, Fields }) => (
          <Section key={id} title={t(`plans.sections.${id}`)} text={t(`plans.notes.${id}`)}>
            <Fields {...fields} />
          </Section>
        ))}
        {children}
      </div>
      <aside aria-label={t("plans.preview")} className="lg:sticky lg:top-20">
        <p className="mb-2 text-ink-muted">{t("plans.preview")}</p>
        <PlanCard plan={previewOf(fields.draft.values, fields.currency, t("plans.preview_name"))} />
      </aside>
    </div>
  );
}
