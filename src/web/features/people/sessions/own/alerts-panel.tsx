import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { deviceName, isolated } from "../device.tsx";
import { useAlerts } from "../sessions.queries.ts";
import { Panel, PanelRow, rows } from "./panel.tsx";

/** Number of entries shown before all are requested. */
const few = 5;

/** Security-relevant events of the account. */
export function AlertsPanel() {
  const t = useText();
  const format = useFormat();
  const alerts = useAlerts();
  const [isWhole, setIsWhole] = useState(false);
  return (
    <Panel title={t("sessions.alerts.title")} text={t("sessions.alerts.text")} query={alerts}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="flex items-center gap-2 text-ink-muted">
            <Icon of={ShieldCheck} size="sm" className="text-ok-text" />
            {t("sessions.alerts.empty")}
          </p>
        ) : (
          <>
            <ul className={rows}>
              {items.slice(0, isWhole ? items.length : few).map((alert) => (
                <PanelRow
                  key={alert.id}
                  sign={
                    <span
                      aria-hidden
                      className="flex size-9 shrink-0 items-center justify-center rounded-full bg-warn-soft text-warn-text"
                    >
                      <Icon of={ShieldAlert} size="sm" />
                    </span>
                  }
                  title={t(`sessions.alerts.kind.${alert.kind}`)}
                  facts={[
                    format.date(alert.created_at, "moment"),
                    deviceName(alert, t),
                    isolated(alert.address),
                  ]}
                />
              ))}
            </ul>
            {!isWhole && items.length > few && (
              <Button className="mt-3" onPress={() => setIsWhole(true)}>
                {t("sessions.alerts.more", { count: items.length })}
              </Button>
            )}
          </>
        )
      }
    </Panel>
  );
}
