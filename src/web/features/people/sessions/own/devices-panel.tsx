import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { DeviceIcon, deviceName, isolated } from "../device.tsx";
import { useDevices } from "../sessions.queries.ts";
import { Panel, PanelRow, rows } from "./panel.tsx";

/** The user's browsers, also those that are not signed in now. */
export function DevicesPanel() {
  const t = useText();
  const format = useFormat();
  const devices = useDevices();
  return (
    <Panel title={t("sessions.devices.title")} text={t("sessions.devices.text")} query={devices}>
      {({ items }) => (
        <ul className={rows}>
          {items.map((device, index) => (
            <PanelRow
              // They have no id, and their order is that of their use.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              sign={<DeviceIcon of={device.device} />}
              title={deviceName(device, t)}
              mark={device.current && <Chip tone="accent">{t("sessions.this_browser")}</Chip>}
              facts={[
                isolated(device.address),
                t("sessions.first_seen", { date: format.date(device.first_seen_at) }),
                t("sessions.last_seen", { ago: format.ago(device.last_seen_at) }),
                t("sessions.devices.open", { count: device.sessions }),
              ]}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}
