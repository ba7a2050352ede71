import { Download, EllipsisVertical, FileUp, Printer, Trash2 } from "lucide-react";
import type { Schedule } from "#contract/schedules.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { exportAddress } from "./schedules.queries.ts";

interface ScheduleActionsProps {
  project: number;
  schedule: Schedule;
  mayImport: boolean;
  onImport: () => void;
  onRemove: () => void;
}

/** Actions on a schedule as a whole. */
export function ScheduleActions({ project, schedule, mayImport, onImport, onRemove }: ScheduleActionsProps) {
  const t = useText();
  const isPhone = useIsMobile();
  return (
    <div className="flex gap-2 print:hidden">
      {mayImport && (
        <Button variant="primary" icon={FileUp} onPress={onImport} className="max-md:hidden">
          {t("schedules.import.again")}
        </Button>
      )}
      <Link
        href={exportAddress(project)}
        download=""
        look={{ variant: "secondary" }}
        className="max-md:hidden"
      >
        <Icon of={Download} size="sm" />
        {t("schedules.export")}
      </Link>
      <Menu
        label={t("schedules.more")}
        trigger={<IconButton icon={EllipsisVertical} label={t("schedules.more")} />}
      >
        {isPhone && mayImport && (
          <MenuItem icon={FileUp} label={t("schedules.import.again")} onAction={onImport} />
        )}
        {isPhone && (
          <MenuItem icon={Download} label={t("schedules.export")} href={exportAddress(project)} download="" />
        )}
        <MenuItem icon={Printer} label={t("schedules.print")} onAction={() => print()} />
        {schedule.can.remove && (
          <MenuItem icon={Trash2} label={t("schedules.remove.open")} isDestructive onAction={onRemove} />
        )}
      </Menu>
    </div>
  );
}
