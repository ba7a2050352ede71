import type { ReactNode } from "react";
import { snagPriorities } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { Output } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import type { FieldKit } from "#web/ui/field-kit.ts";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { type Assigned, assignedKey, assignedName } from "./assigned.ts";
import { crewOf, withCrew } from "./crews.ts";
import type { SnagFacts } from "./new-snag.ts";
import { SnagPhotos } from "./snag-photos.tsx";

interface SnagFieldsProps {
  kit: FieldKit;
  form: {
    readonly draft: SnagFacts;
    readonly set: (change: Partial<SnagFacts>) => void;
    readonly problems: Readonly<Partial<Record<keyof SnagFacts, string>>>;
  };
  /** Undefined until loaded: a snag can be pinned without them. */
  choices: Output<"GET /api/annotations/choices"> | undefined;
  /** Fields for the position, where it is asked for. */
  children?: ReactNode;
}

/** Description, priority, assignee, crew, due date and photos: the same wherever a snag is pinned. */
export function SnagFields({ kit, form: { draft, set, problems }, choices, children }: SnagFieldsProps) {
  const t = useText();
  const people: Assigned[] = [null, ...(choices?.people ?? []), ...(choices?.invited ?? [])];
  const known = people.some((one) => assignedKey(one) === assignedKey(draft.assignee))
    ? people
    : [...people, draft.assignee];
  const crews = withCrew(choices?.crews ?? [], crewOf(draft));
  return (
    <>
      <kit.Text
        label={t("snags.fields.title")}
        placeholder={t("snags.dialog.title_hint")}
        value={draft.title}
        onChange={(title) => set({ title })}
        error={problems.title}
        maxLength={limits.name}
        isRequired
        isFirst
      />
      <kit.Area
        label={t("snags.fields.text")}
        rows={3}
        value={draft.text}
        onChange={(text) => set({ text })}
        error={problems.text}
        maxLength={limits.snag.text}
      />
      {children}
      <fieldset className="flex min-w-0 flex-col gap-1.5">
        <legend className="mb-1.5 text-sm font-strong">{t("snags.fields.priority")}</legend>
        <SegmentedControl
          label={t("snags.fields.priority")}
          segments={snagPriorities.map((value) => ({ value, label: t(`snags.priorities.${value}`) }))}
          value={draft.priority}
          onChange={(priority) => set({ priority })}
          className="w-full! *:flex-1 *:px-1!"
        />
      </fieldset>
      <kit.Select
        label={t("snags.fields.assignee")}
        options={known.map((one) => ({ value: assignedKey(one), label: assignedName(one, t) }))}
        value={assignedKey(draft.assignee)}
        onChange={(key) => set({ assignee: known.find((one) => assignedKey(one) === key) ?? null })}
      />
      {crews.length > 0 && (
        <kit.Select
          label={t("snags.fields.crew")}
          options={[
            { value: "", label: t("snags.no_crew") },
            ...crews.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={String(crewOf(draft)?.id ?? "")}
          onChange={(key) => {
            const crew = crews.find(({ id }) => String(id) === key);
            set({ crew: crew === undefined ? null : { id: crew.id, name: crew.name } });
          }}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <kit.Suggest
          label={t("snags.fields.trade")}
          value={draft.trade}
          onChange={(trade) => set({ trade })}
          suggestions={choices?.trades ?? []}
          maxLength={limits.snag.trade}
          error={problems.trade}
        />
        <kit.Day
          label={t("snags.fields.due_date")}
          value={draft.due_date}
          onChange={(due_date) => set({ due_date })}
          error={problems.due_date}
        />
      </div>
      <SnagPhotos kit={kit} photos={draft.photos} onChange={(photos) => set({ photos })} />
    </>
  );
}
