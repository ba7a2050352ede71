import { useState } from "react";
import { snagPriorities } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { Snag } from "#contract/snags.ts";
import { useText } from "#web/lib/use-text.ts";
import { type Assigned, assignedKey, assignedName } from "#web/shell/snags/assigned.ts";
import { crewOf, withCrew } from "#web/shell/snags/crews.ts";
import { DateField } from "#web/ui/date-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { SuggestField } from "#web/ui/suggest-field.tsx";
import { AssignedName, assignedOf } from "../assigned.tsx";
import { DueMark, PriorityMark } from "../marks.tsx";
import { useChangeSnags } from "../snags.changes.ts";
import { useSnagChoices } from "../snags.queries.ts";

/** Facts of the snag; each is editable by one selection with the permission. */
export function Facts({ snag, mayEdit }: { snag: Snag; mayEdit: boolean }) {
  return mayEdit ? <EditableFacts snag={snag} /> : <PlainFacts snag={snag} />;
}

function EditableFacts({ snag }: { snag: Snag }) {
  const t = useText();
  const changeSnags = useChangeSnags();
  const choices = useSnagChoices(snag.id_project);
  const set = (change: Parameters<typeof changeSnags>[1]) => void changeSnags([snag], change);
  const now = assignedOf(snag);
  const known: Assigned[] = [...(choices.data?.people ?? []), ...(choices.data?.invited ?? [])];
  // A person who has left the project stays in the list until the snag is reassigned.
  const isKnown = known.some((one) => assignedKey(one) === assignedKey(now));
  const people = [null, ...(now === null || isKnown ? [] : [now]), ...known];
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-4">
      <Select
        label={t("snags.fields.assignee")}
        options={people.map((one) => ({ value: assignedKey(one), label: assignedName(one, t) }))}
        value={assignedKey(now)}
        onChange={(key) => set({ assignee: people.find((one) => assignedKey(one) === key) ?? null })}
      />
      <CrewSelect snag={snag} crews={choices.data?.crews ?? []} onSet={(crew) => set({ crew })} />
      <Select
        label={t("snags.fields.priority")}
        options={snagPriorities.map((priority) => ({
          value: priority,
          label: t(`snags.priorities.${priority}`),
        }))}
        value={snag.priority}
        onChange={(priority) => set({ priority })}
      />
      <Trade
        key={snag.trade}
        snag={snag}
        trades={choices.data?.trades ?? []}
        onSet={(trade) => set({ trade })}
      />
      <Due key={snag.due_date} snag={snag} onSet={(due_date) => set({ due_date })} />
    </div>
  );
}

/** Absent while the project has no crews. */
function CrewSelect({
  snag,
  crews,
  onSet,
}: {
  snag: Snag;
  crews: readonly NonNullable<Snag["crew"]>[];
  onSet: (crew: Snag["crew"]) => void;
}) {
  const t = useText();
  const now = crewOf(snag);
  const known = withCrew(crews, now);
  if (known.length === 0) return null;
  return (
    <Select
      label={t("snags.fields.crew")}
      options={[
        { value: "", label: t("snags.no_crew") },
        ...known.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={now === null ? "" : String(now.id)}
      onChange={(key) => {
        const crew = known.find(({ id }) => String(id) === key);
        onSet(crew === undefined ? null : { id: crew.id, name: crew.name });
      }}
    />
  );
}

function Trade({
  snag,
  trades,
  onSet,
}: {
  snag: Snag;
  trades: readonly string[];
  onSet: (trade: string) => void;
}) {
  const t = useText();
  const [trade, setTrade] = useState(snag.trade);
  return (
    <SuggestField
      label={t("snags.fields.trade")}
      value={trade}
      onChange={setTrade}
      onCommit={(value) => value.trim() !== snag.trade && onSet(value.trim())}
      suggestions={trades}
      maxLength={limits.snag.trade}
    />
  );
}

function Due({ snag, onSet }: { snag: Snag; onSet: (day: string | null) => void }) {
  const t = useText();
  return (
    <div className="flex flex-col gap-1.5">
      <DateField label={t("snags.fields.due_date")} value={snag.due_date} onChange={onSet} />
      {snag.is_overdue && <DueMark snag={snag} className="text-xs" />}
    </div>
  );
}

function PlainFacts({ snag }: { snag: Snag }) {
  const t = useText();
  const { trade } = snag;
  const crew = crewOf(snag);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2.5 text-sm *:odd:text-ink-muted">
      <dt>{t("snags.fields.assignee")}</dt>
      <dd className="flex items-center gap-2">
        {assignedOf(snag) === null ? t("snags.nobody") : <AssignedName snag={snag} size="size-6" />}
      </dd>
      {crew !== null && (
        <>
          <dt>{t("snags.fields.crew")}</dt>
          <dd>
            <bdi>{crew.name}</bdi>
          </dd>
        </>
      )}
      <dt>{t("snags.fields.priority")}</dt>
      <dd>
        <PriorityMark priority={snag.priority} />
      </dd>
      {trade !== "" && (
        <>
          <dt>{t("snags.fields.trade")}</dt>
          <dd>
            <bdi>{trade}</bdi>
          </dd>
        </>
      )}
      {snag.due_date !== null && (
        <>
          <dt>{t("snags.fields.due_date")}</dt>
          <dd>
            <DueMark snag={snag} />
          </dd>
        </>
      )}
    </dl>
  );
}
