import { ListFilter, LogOut } from "lucide-react";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { deviceIcons, deviceName } from "./device.tsx";
import type { AdminSession } from "./sessions.queries.ts";

export interface SessionTableProps {
  sessions: readonly AdminSession[];
  /** Filters by a user; undefined while that filter is set. */
  onPerson?: (id: number) => void;
  onForce: (session: AdminSession) => void;
}

/** A table where there is room for one, a list of the same facts on phones. */
export function SessionTable(props: SessionTableProps) {
  const t = useText();
  const format = useFormat();
  const isMobile = useIsMobile();
  if (isMobile) return <SessionList {...props} />;
  return (
    <Card isPadded={false}>
      <DataTable
        label={t("sessions.list.label")}
        columns={columnsOf(t, format, props)}
        rows={props.sessions}
        rowId={({ id }) => String(id)}
      />
    </Card>
  );
}

const columnsOf = (
  t: Translate,
  format: Formatter,
  { onPerson, onForce }: SessionTableProps,
): TableColumn<AdminSession>[] => [
  {
    id: "user",
    label: t("sessions.list.user"),
    width: "3fr",
    minWidth: 220,
    cell: (session) => (
      <span className="flex items-center gap-3 py-1.5">
        <Person session={session} />
        {onPerson && (
          <IconButton
            icon={ListFilter}
            label={t("sessions.list.only_this", { name: session.user.name })}
            onPress={() => onPerson(session.user.id)}
            className="ms-auto"
          />
        )}
      </span>
    ),
  },
  {
    id: "browser",
    label: t("sessions.list.browser"),
    width: "2fr",
    minWidth: 180,
    cell: (session) => (
      <span className="flex items-center gap-2">
        <Icon of={deviceIcons[session.device]} size="sm" className="shrink-0 text-ink-muted" />
        <span className="truncate">{deviceName(session, t)}</span>
      </span>
    ),
  },
  {
    id: "address",
    label: t("sessions.list.address"),
    width: 130,
    cell: ({ address }) => <bdi className="tabular-nums">{address}</bdi>,
  },
  {
    id: "last_seen",
    label: t("sessions.list.last_seen"),
    width: 190,
    cell: ({ last_seen_at, created_at }) => (
      <span className="block py-1.5">
        <time dateTime={last_seen_at} title={format.date(last_seen_at, "moment")} className="block">
          {format.ago(last_seen_at)}
        </time>
        <time dateTime={created_at} className="block truncate text-xs text-ink-muted">
          {t("sessions.list.since", { date: format.date(created_at, "moment") })}
        </time>
      </span>
    ),
  },
  {
    id: "state",
    label: t("sessions.list.state"),
    width: 165,
    cell: (session) => <State session={session} />,
  },
  {
    id: "actions",
    label: t("sessions.list.actions"),
    width: 80,
    cell: (session) =>
      canForce(session) && (
        <IconButton icon={LogOut} points label={forceLabel(session, t)} onPress={() => onForce(session)} />
      ),
  },
];

function SessionList({ sessions, onPerson, onForce }: SessionTableProps) {
  const t = useText();
  const format = useFormat();
  return (
    <ul aria-label={t("sessions.list.label")} className="flex flex-col gap-3">
      {sessions.map((session) => (
        <li key={session.id} className="rounded-lg bg-surface p-4 ring-1 ring-line">
          <div className="flex items-center gap-3">
            <Person session={session} />
            <span className="ms-auto">
              <State session={session} />
            </span>
          </div>
          <p className="mt-3 text-sm">
            {deviceName(session, t)}
            <span className="text-ink-muted">
              {" · "}
              <bdi className="tabular-nums">{session.address}</bdi>
            </span>
          </p>
          <p className="text-xs text-ink-muted">
            {t("sessions.last_seen", { ago: format.ago(session.last_seen_at) })}
            {" · "}
            {t("sessions.signed_in", { date: format.date(session.created_at, "moment") })}
          </p>
          {(onPerson !== undefined || canForce(session)) && (
            <div className="mt-3 flex flex-wrap gap-2">
              {onPerson && (
                <Button size="sm" icon={ListFilter} onPress={() => onPerson(session.user.id)}>
                  {t("sessions.list.only_user", { name: session.user.name })}
                </Button>
              )}
              {canForce(session) && (
                <Button
                  size="sm"
                  icon={LogOut}
                  aria-label={forceLabel(session, t)}
                  onPress={() => onForce(session)}
                >
                  {t("sessions.force.action")}
                </Button>
              )}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The own session is ended by signing out. */
const canForce = ({ active, current }: AdminSession) => active && !current;

const forceLabel = (session: AdminSession, t: Translate) =>
  t("sessions.force.action_named", { name: session.user.name, browser: deviceName(session, t) });

function Person({ session: { user } }: { session: AdminSession }) {
  return (
    <>
      <Avatar name={user.name} picture={user.avatar} size="sm" />
      <span className="min-w-0">
        <span className="own-direction block truncate font-strong">{user.name}</span>
        {user.name !== user.username && (
          <span className="own-direction block truncate text-xs text-ink-muted">{user.username}</span>
        )}
      </span>
    </>
  );
}

function State({ session }: { session: AdminSession }) {
  const t = useText();
  if (session.current) return <Chip tone="accent">{t("sessions.this_browser")}</Chip>;
  if (session.active)
    return (
      <Chip tone="ok" hasDot>
        {t("sessions.list.active")}
      </Chip>
    );
  return (
    <Chip tone={session.end_reason === "forced" ? "bad" : "neutral"}>
      {t(session.end_reason === null ? "sessions.list.ended" : `sessions.list.reason.${session.end_reason}`)}
    </Chip>
  );
}
