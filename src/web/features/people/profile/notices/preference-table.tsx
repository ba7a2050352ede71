import { Bell, type LucideIcon, Mail, MonitorUp } from "lucide-react";
import type { NotificationPreferences } from "#contract/notifications.ts";
import { useText } from "#web/lib/use-text.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { NoticeWay } from "./notices.queries.ts";

type Preference = NotificationPreferences["preferences"][number];

const ways: readonly { way: NoticeWay; icon: LucideIcon }[] = [
  { way: "bell", icon: Bell },
  { way: "mail", icon: Mail },
  { way: "browser", icon: MonitorUp },
];

export interface PreferenceTableProps {
  kinds: readonly Preference[];
  /** Channels that are enabled at all; the settings of a disabled one are kept without effect. */
  isOn: Readonly<Record<NoticeWay, boolean>>;
  isDisabled: boolean;
  onChange: (preference: Preference) => void;
}

/** Kinds of notifications against their channels. */
export function PreferenceTable({ kinds, isOn, isDisabled, onChange }: PreferenceTableProps) {
  const t = useText();
  return (
    <table className="mt-6 w-full border-collapse text-sm">
      <caption className="sr-only">{t("profile.notices.table")}</caption>
      <thead>
        <tr className="border-b border-line text-xs text-ink-muted">
          <th scope="col" className="py-2 text-start font-normal">
            {t("profile.notices.kind")}
          </th>
          {ways.map(({ way, icon }) => (
            <th key={way} scope="col" className="w-18 py-2 text-center font-normal sm:w-24">
              <span className="inline-flex flex-col items-center gap-1">
                <Icon of={icon} size="sm" />
                {t(`profile.notices.ways.${way}`)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((preference) => {
          const name = t(`profile.notices.kinds.${preference.id}`);
          return (
            <tr key={preference.id} className="border-b border-line">
              <th scope="row" className="py-3 pe-3 text-start font-normal">
                <span className="block">{name}</span>
                <span className="block text-xs text-ink-muted">
                  {t(`profile.notices.kind_texts.${preference.id}`)}
                </span>
              </th>
              {ways.map(({ way }) => (
                <td key={way} className="text-center align-middle">
                  <Checkbox
                    aria-label={t("profile.notices.cell", {
                      kind: name,
                      way: t(`profile.notices.ways.${way}`),
                    })}
                    isSelected={preference[way]}
                    isDisabled={isDisabled || !isOn[way]}
                    onChange={(isChosen) => onChange({ ...preference, [way]: isChosen })}
                    className="mx-auto justify-center"
                  />
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
