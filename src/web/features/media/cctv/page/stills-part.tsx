import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Camera as CameraIcon, Images } from "lucide-react";
import { useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import { call, quiet } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { cameraKeys, useStillDays } from "../cctv.queries.ts";
import { DayCalendar } from "./day-calendar.tsx";
import { DayPictures } from "./day-pictures.tsx";
import { type Day, dayAt } from "./site-clock.ts";
import { siteZone } from "./site-zone.ts";

/** The stored pictures of a camera: days as a calendar, a day as a scrubber. */
export function StillsPart({ camera }: { camera: Camera }) {
  const t = useText();
  const days = useStillDays(camera.id);
  const take = useTakeStill(camera);
  const [chosen, setChosen] = useState<Day | null>(null);
  const mayEdit = camera.can["edit"] === true;
  const newest = days.data?.reduce<Day | null>(
    (latest, { day }) => (latest === null || day > latest ? day : latest),
    null,
  );
  const day = chosen ?? newest ?? null;
  const takeButton = mayEdit && (
    <Button
      size="sm"
      icon={CameraIcon}
      isPending={take.isPending}
      onPress={() =>
        take.mutate(undefined, { onSuccess: ({ taken_at }) => setChosen(dayAt(taken_at, siteZone(camera))) })
      }
    >
      {t("cctv.stills.take")}
    </Button>
  );
  return (
    <Card title={t("cctv.stills.title")} actions={<span className="pe-2">{takeButton}</span>}>
      {days.isPending ? (
        <Skeleton className="h-72" />
      ) : days.data === undefined ? (
        <div role="alert" className="flex flex-col items-start gap-2 text-ink-muted">
          <p>{errorText(days.error, t)}</p>
          <Button size="sm" onPress={() => void days.refetch()}>
            {t("common.retry")}
          </Button>
        </div>
      ) : day === null ? (
        <EmptyState
          icon={Images}
          title={t("cctv.stills.empty_title")}
          text={t(mayEdit ? "cctv.stills.empty_text" : "cctv.stills.empty_read_text")}
          className="py-8"
        />
      ) : (
        <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_16.5rem]">
          <DayPictures camera={camera} day={day} />
          <DayCalendar days={days.data} chosen={day} onChoose={setChosen} />
        </div>
      )}
    </Card>
  );
}

function useTakeStill(camera: Camera) {
  const t = useText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /api/cctv-cameras/{id}/stills", { params: { id: camera.id } }, quiet),
    onSuccess: () => {
      showToast({ tone: "ok", title: t("cctv.stills.taken") }, limits.toast.form);
      void client.invalidateQueries({ queryKey: cameraKeys.stills(camera.id) });
      void client.invalidateQueries({ queryKey: cameraKeys.ones });
    },
    onError: (error) => showFailure(error, t),
  });
}
