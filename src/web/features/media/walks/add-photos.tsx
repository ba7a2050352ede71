import { Images } from "lucide-react";
import { limits } from "#contract/limits.ts";
import type { Visit } from "#contract/visits.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { useWalkChanges } from "./walks.queries.ts";

/** Reads photos that were taken while walking, for example by the timer of the camera, like a video. */
export function AddPhotos({ visit }: { visit: Visit }) {
  const t = useText();
  const { addPhotos } = useWalkChanges(visit.id);
  const most = useSettings()?.limits.visit_files ?? limits.visit.files;
  const isProcessing = visit.rooms.some(({ picture }) => picture.state === "processing");
  return (
    <Card title={t("walks.photos.title")}>
      <div className="flex flex-col items-start gap-3">
        <p className="text-sm text-ink-muted">{t("walks.photos.text")}</p>
        <p className="text-sm text-ink-muted">{t("walks.photos.limit", { n: most })}</p>
        <Button
          icon={Images}
          isDisabled={isProcessing}
          isPending={addPhotos.isPending}
          onPress={() => addPhotos.mutate(undefined, { onError: (error) => showFailure(error, t) })}
        >
          {t("walks.photos.read", { count: visit.rooms.length })}
        </Button>
        {isProcessing && <p className="text-sm text-ink-muted">{t("walks.photos.processing")}</p>}
      </div>
    </Card>
  );
}
