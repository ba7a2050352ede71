import { Square } from "lucide-react";
import type { Visit } from "#contract/visits.ts";
import type { PlacedWalkDetail } from "#contract/walks.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { useWalkChanges } from "./walks.queries.ts";

/** Rooms that were made of the walk, and the progress of those that are being made. */
export function MadeRooms({ walk, visit }: { walk: PlacedWalkDetail; visit: Visit }) {
  const t = useText();
  const { stop } = useWalkChanges(visit.id);
  if (walk.made.length === 0 && walk.status !== "making") return null;
  const isMaking = walk.status === "making";
  return (
    <Card title={t("walks.rooms.title")}>
      <div className="flex flex-col gap-4">
        <output className="block">{t("walks.rooms.made", { count: walk.rooms_made })}</output>
        {isMaking && (
          <div className="flex flex-wrap items-end gap-4">
            <ProgressBar
              label={t("walks.making_of", { name: walk.file })}
              share={walk.rooms === 0 ? null : walk.rooms_made / walk.rooms}
              className="min-w-60 flex-1"
            />
            {walk.can["edit"] === true && (
              <Button
                icon={Square}
                isPending={stop.isPending}
                onPress={() => stop.mutate(walk.id, { onError: (error) => showFailure(error, t) })}
              >
                {t("walks.stop")}
              </Button>
            )}
          </div>
        )}
        {walk.made.length > 0 && (
          <ol aria-label={t("walks.rooms.title")} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {walk.made.map(({ picture, id_room, name }) => (
              <li key={picture}>
                {id_room === null ? (
                  <span className="text-ink-muted line-through">{name}</span>
                ) : (
                  // The viewer is a separate document.
                  <a
                    href={`/viewer/${visit.code}/${id_room}`}
                    className="hit-area text-accent-text underline"
                  >
                    {name}
                  </a>
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
    </Card>
  );
}
