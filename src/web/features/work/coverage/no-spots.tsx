import { Images, ListChecks, MapPinPlus } from "lucide-react";
import { errorText } from "#web/lib/error-text.ts";
import { ownTimeZone } from "#web/lib/time-zones.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useCoverageChanges } from "./coverage.queries.ts";

/** Adds a spot at every position of the project's rooms that has none, with undo. */
function useAddRooms(project: number) {
  const t = useText();
  const { add, remove } = useCoverageChanges(project);
  const run = () =>
    add.mutate(
      { all: true, time_zone: ownTimeZone() },
      {
        onSuccess: ({ added, spots }) =>
          showToast({
            tone: "ok",
            title: t(added === 0 ? "coverage.added_none" : "coverage.added", { count: added }),
            // One call removes a limited number.
            ...(added > 0 &&
              added <= MOST_UNDONE && {
                action: { label: t("coverage.undo"), onAction: () => remove.mutate(spots) },
              }),
          }),
        onError: (error) => showToast({ tone: "bad", title: errorText(error, t) }),
      },
    );
  return { run, isPending: add.isPending };
}

const MOST_UNDONE = 500;

export function AddRooms({ project }: { project: number }) {
  const t = useText();
  const rooms = useAddRooms(project);
  return (
    <Button icon={Images} isPending={rooms.isPending} onPress={rooms.run} className="self-start">
      {t("coverage.add_all")}
    </Button>
  );
}

interface NoSpotsProps {
  project: number;
  mayEdit: boolean;
  hasPlan: boolean;
  onPlan: () => void;
}

export function NoSpots({ project, mayEdit, hasPlan, onPlan }: NoSpotsProps) {
  const t = useText();
  const rooms = useAddRooms(project);
  return (
    <EmptyState
      icon={ListChecks}
      title={t("coverage.none_title")}
      text={t(mayEdit ? "coverage.none_text" : "coverage.none_text_reader")}
      action={
        mayEdit && (
          <>
            <Button variant="primary" size="lg" icon={Images} isPending={rooms.isPending} onPress={rooms.run}>
              {t("coverage.add_all")}
            </Button>
            {hasPlan && (
              <Button size="lg" icon={MapPinPlus} onPress={onPlan}>
                {t("coverage.add_on_plan")}
              </Button>
            )}
          </>
        )
      }
    />
  );
}
