import { CalendarClock, CircleDot, HardHat, Signal, UserRound, Users, X } from "lucide-react";
import { type ReactElement, type ReactNode, useState } from "react";
import { snagPriorities, snagStatuses } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { Snag } from "#contract/snags.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { assignedKey, assignedName } from "#web/shell/snags/assigned.ts";
import { ActionBar } from "#web/ui/action-bar.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { SuggestField } from "#web/ui/suggest-field.tsx";
import { allowedStatuses } from "../allowed.ts";
import { PriorityMark, StatusMark } from "../marks.tsx";
import { useSnagParts } from "../parts.ts";
import { type SnagChange, useChangeSnags } from "../snags.changes.ts";
import { useSnagChoices } from "../snags.queries.ts";

/** Actions for the selected snags. Floats over the foot of the list while there is a selection. */
export function BulkBar({ selection, shown }: { selection: Selection; shown: readonly Snag[] }) {
  const t = useText();
  const changeSnags = useChangeSnags();
  const [isBusy, setIsBusy] = useState(false);
  const chosen = shown.filter(({ id }) => selection.ids.has(id));
  const projects = new Set(chosen.map(({ id_project }) => id_project));
  const [project] = projects.size === 1 ? projects : [];
  const choices = useSnagChoices(project);
  const { bulk } = useSnagParts();
  const mayEdit = chosen.every(({ can }) => can["edit"] === true);
  const statuses = snagStatuses.filter((status) =>
    chosen.every((snag) => snag.status === status || allowedStatuses(snag).includes(status)),
  );

  async function apply(change: SnagChange): Promise<void> {
    setIsBusy(true);
    // When it is refused they stay selected, so that a retry is one press.
    if (await changeSnags(chosen, change)) selection.clear();
    setIsBusy(false);
  }

  return (
    <ActionBar
      label={t("snags.bulk.label")}
      count={t("snags.bulk.count", { count: chosen.length })}
      onClear={selection.clear}
      onAll={chosen.length < shown.length ? () => selection.replace(shown.map(({ id }) => id)) : undefined}
    >
      <Choice label={t("snags.fields.status")} icon={CircleDot} isDisabled={isBusy || statuses.length === 0}>
        {statuses.map((status) => (
          <MenuItem
            key={status}
            id={status}
            leading={<StatusMark status={status} />}
            label={t(`snags.statuses.${status}`)}
            onAction={() => void apply({ status })}
          />
        ))}
      </Choice>
      <Choice label={t("snags.fields.priority")} icon={Signal} isDisabled={isBusy || !mayEdit}>
        {snagPriorities.map((priority) => (
          <MenuItem
            key={priority}
            id={priority}
            leading={<PriorityMark priority={priority} isNamed={false} />}
            label={t(`snags.priorities.${priority}`)}
            onAction={() => void apply({ priority })}
          />
        ))}
      </Choice>
      <Choice
        label={t("snags.fields.assignee")}
        icon={UserRound}
        isDisabled={isBusy || !mayEdit}
        header={
          project === undefined && (
            <p className="max-w-64 px-3.5 pt-3 pb-1 text-xs text-ink-muted">
              {t("snags.bulk.project_first")}
            </p>
          )
        }
      >
        <MenuItem id="nobody" label={t("snags.nobody")} onAction={() => void apply({ assignee: null })} />
        {(choices.data?.people ?? []).map((person) => (
          <MenuItem
            key={person.id_user}
            id={String(person.id_user)}
            leading={<Avatar name={person.name} picture={person.avatar} size="sm" className="size-6" />}
            label={person.name}
            onAction={() => void apply({ assignee: person })}
          />
        ))}
        {(choices.data?.invited ?? []).map((person) => (
          <MenuItem
            key={assignedKey(person)}
            id={assignedKey(person)}
            leading={<Avatar name={person.name} picture={null} size="sm" className="size-6" />}
            label={assignedName(person, t)}
            onAction={() => void apply({ assignee: person })}
          />
        ))}
      </Choice>
      {(choices.data?.crews ?? []).length > 0 && (
        <Choice label={t("snags.fields.crew")} icon={Users} isDisabled={isBusy || !mayEdit}>
          <MenuItem id="none" label={t("snags.no_crew")} onAction={() => void apply({ crew: null })} />
          {(choices.data?.crews ?? []).map(({ id, name }) => (
            <MenuItem
              key={id}
              id={String(id)}
              label={name}
              onAction={() => void apply({ crew: { id, name } })}
            />
          ))}
        </Choice>
      )}
      <Popover
        label={t("snags.bulk.set_trade")}
        placement="top end"
        trigger={trigger(t("snags.fields.trade"), HardHat, isBusy || !mayEdit)}
      >
        {(close) => (
          <SetTrade
            trades={choices.data?.trades ?? []}
            onApply={(trade) => {
              close();
              void apply({ trade });
            }}
          />
        )}
      </Popover>
      <Popover
        label={t("snags.bulk.set_due")}
        placement="top end"
        trigger={trigger(t("snags.fields.due_date"), CalendarClock, isBusy || !mayEdit)}
      >
        {(close) => (
          <SetDue
            onApply={(due_date) => {
              close();
              void apply({ due_date });
            }}
          />
        )}
      </Popover>
      {bulk.map((Part, at) => (
        <Part key={at} chosen={chosen} onDone={selection.clear} />
      ))}
    </ActionBar>
  );
}

const trigger = (label: string, icon: typeof X, isDisabled: boolean): ReactElement => (
  <Button variant="quiet" icon={icon} isDisabled={isDisabled} aria-label={label}>
    <span className="max-xl:sr-only">{label}</span>
  </Button>
);

function Choice({
  label,
  icon,
  isDisabled,
  header,
  children,
}: {
  label: string;
  icon: typeof X;
  isDisabled: boolean;
  header?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Menu label={label} placement="top end" trigger={trigger(label, icon, isDisabled)} header={header}>
      {children}
    </Menu>
  );
}

function SetTrade({ trades, onApply }: { trades: readonly string[]; onApply: (trade: string) => void }) {
  const t = useText();
  const [trade, setTrade] = useState("");
  return (
    <form
      className="flex w-64 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(trade.trim());
      }}
    >
      <SuggestField
        label={t("snags.fields.trade")}
        value={trade}
        onChange={setTrade}
        suggestions={trades}
        maxLength={limits.snag.trade}
      />
      <Button type="submit" variant="primary">
        {t("snags.bulk.apply")}
      </Button>
    </form>
  );
}

function SetDue({ onApply }: { onApply: (day: string | null) => void }) {
  const t = useText();
  const [day, setDay] = useState<string | null>(null);
  return (
    <form
      className="flex w-64 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(day);
      }}
    >
      <DateField label={t("snags.fields.due_date")} value={day} onChange={setDay} />
      <Button type="submit" variant="primary">
        {t(day === null ? "snags.bulk.no_due" : "snags.bulk.apply")}
      </Button>
    </form>
  );
}
