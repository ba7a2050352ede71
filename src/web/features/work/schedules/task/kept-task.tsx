import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Schedule, ScheduleTask } from "#contract/schedules.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useScheduleChanges } from "../schedules.queries.ts";

interface KeptTaskProps {
  schedule: Schedule;
  task: ScheduleTask;
  onRemoved: () => void;
}

/** Explains why a task is kept that is no longer in the file, and removes it. */
export function KeptTask({ schedule, task, onRemoved }: KeptTaskProps) {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const { removeTask } = useScheduleChanges(schedule.id_project);
  return (
    <Banner>
      <p>{t("schedules.task.kept")}</p>
      {schedule.can.remove && (
        <Button size="sm" icon={Trash2} className="mt-2.5" onPress={() => setIsAsking(true)}>
          {t("schedules.task.remove")}
        </Button>
      )}
      <ConfirmDialog
        title={t("schedules.task.remove_title", { name: task.name })}
        confirmLabel={t("schedules.task.remove")}
        isOpen={isAsking}
        isDestructive
        isPending={removeTask.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() =>
          removeTask.mutate(task.id, {
            onSuccess: onRemoved,
            onError: (error) => {
              setIsAsking(false);
              showFailure(error, t);
            },
          })
        }
      >
        {t("schedules.task.remove_text")}
      </ConfirmDialog>
    </Banner>
  );
}
