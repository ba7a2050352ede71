import { Globe, Laptop, type LucideIcon, Smartphone, Tablet } from "lucide-react";
import type { SessionInfo } from "#contract/sessions.ts";
import type { Translate } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";

export type Device = Pick<SessionInfo, "device" | "browser" | "system">;

export const deviceIcons: Readonly<Record<Device["device"], LucideIcon>> = {
  phone: Smartphone,
  tablet: Tablet,
  desktop: Laptop,
  other: Globe,
};

/** 'Firefox on Linux', with the parts that are known. */
export function deviceName({ device, browser, system }: Device, t: Translate): string {
  if (browser !== "" && system !== "") return t("sessions.named", { browser, system });
  return browser || system || t(`sessions.device.${device}`);
}

/** Isolates an IP address, so that it keeps its own direction within a line of either. */
export const isolated = (address: string) => `\u2068${address}\u2069`;

/** Icon of a device, in a muted circle at the start of a row. */
export function DeviceIcon({ of }: { of: Device["device"] }) {
  return (
    <span
      aria-hidden
      className="flex size-9 shrink-0 items-center justify-center rounded-full bg-press text-ink-muted"
    >
      <Icon of={deviceIcons[of]} size="sm" />
    </span>
  );
}
