import {
  Building2,
  Camera,
  DoorOpen,
  Fingerprint,
  KeyRound,
  Link2,
  LogIn,
  type LucideIcon,
  Settings,
  ShieldCheck,
  UserRound,
} from "lucide-react";
import type { ActivityEntry } from "#contract/users.ts";
import { activitySentence, changedFields } from "#web/lib/activity-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";

const icons: Readonly<Record<string, LucideIcon>> = {
  project: Building2,
  visit: Camera,
  room: DoorOpen,
  session: LogIn,
  passkey: Fingerprint,
  password: KeyRound,
  social: Link2,
  settings: Settings,
  two_factor: ShieldCheck,
};

/** The actions of a user, newest first, by day. */
export function ActivityList({ entries }: { entries: readonly ActivityEntry[] }) {
  const format = useFormat();
  const days = Map.groupBy(entries, ({ created_at }) => format.date(created_at, "long"));
  return (
    <div className="flex flex-col gap-6">
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <h3 className="mb-1 text-xs text-ink-muted">{day}</h3>
          <ul className="divide-y divide-line">
            {ofDay.map((entry) => (
              <ActivityRow key={entry.id} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ActivityRow({ entry }: { entry: ActivityEntry }) {
  const t = useText();
  const format = useFormat();
  const fields = changedFields(entry, t);
  return (
    <li className="flex items-start gap-3 py-2.5">
      <Icon
        of={icons[entry.action.split(".")[0] ?? ""] ?? UserRound}
        size="sm"
        className="mt-0.5 text-ink-faint"
      />
      <div className="min-w-0 flex-1">
        <p>{activitySentence(entry, t)}</p>
        {fields.length > 0 && <p className="text-xs text-ink-muted">{format.list(fields)}</p>}
      </div>
      <time
        dateTime={entry.created_at}
        title={format.date(entry.created_at, "moment")}
        className="shrink-0 text-xs leading-5 text-ink-muted rtl:leading-6"
      >
        {format.date(entry.created_at, "time")}
      </time>
    </li>
  );
}
