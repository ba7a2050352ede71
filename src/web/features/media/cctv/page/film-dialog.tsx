import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import { call, quiet } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { cameraKeys, useStillDays } from "../cctv.queries.ts";
import { useFilmWords } from "./film-words.ts";
import { type Day, spanOf } from "./site-clock.ts";
import { siteZone } from "./site-zone.ts";

const { fps, frames } = limits.camera.timelapse;

/** Selects the days of a time-lapse and shows, before anything is made, how long it will be. */
export function FilmDialog({ camera, onClose }: { camera: Camera; onClose: () => void }) {
  const t = useText();
  const id = useId();
  const format = useFormat();
  const zone = siteZone(camera);
  const words = useFilmWords(zone);
  const days = useStillDays(camera.id).data ?? [];
  const known = days.map(({ day }) => day).toSorted();
  const [chosen, setChosen] = useState<{ from?: Day | null; to?: Day | null }>({});
  const [rate, setRate] = useState<number>(fps.standard);
  const [hasStamp, setHasStamp] = useState(true);
  const from = chosen.from === undefined ? (known[0] ?? null) : chosen.from;
  const to = chosen.to === undefined ? (known.at(-1) ?? null) : chosen.to;
  const count = days
    .filter(({ day }) => from !== null && to !== null && day >= from && day <= to)
    .reduce((sum, { stills }) => sum + stills, 0);
  const make = useMakeFilm(camera, onClose);
  const problem = problemOf(from, to, count, t, format.number(frames));
  return (
    <Modal
      title={t("cctv.film.make_title")}
      isOpen
      onClose={onClose}
      isDismissable={!make.isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={make.isPending}>
            {t("common.cancel")}
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            isPending={make.isPending}
            isDisabled={problem !== null}
          >
            {t("cctv.film.start")}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (from !== null && to !== null && problem === null)
            make.mutate({ ...spanOf(from, to, zone), fps: rate, has_stamp: hasStamp });
        }}
      >
        {make.isError && <Banner tone="bad">{errorText(make.error, t)}</Banner>}
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField
            label={t("cctv.film.from")}
            value={from}
            onChange={(day) => setChosen({ ...chosen, from: day })}
            isRequired
          />
          <DateField
            label={t("cctv.film.to")}
            value={to}
            onChange={(day) => setChosen({ ...chosen, to: day })}
            isRequired
          />
        </div>
        <NumberField
          label={t("cctv.film.fps")}
          value={rate}
          onChange={(next) => setRate(Number.isNaN(next) ? fps.standard : next)}
          minValue={fps.min}
          maxValue={fps.max}
          className="sm:w-56"
        />
        <Switch isSelected={hasStamp} onChange={setHasStamp}>
          {t("cctv.film.stamp")}
        </Switch>
        <output className="block rounded-md bg-hover px-3 py-2.5 tabular-nums">
          {problem ?? t("cctv.film.length", { count, length: words.length(count / rate) })}
        </output>
      </form>
    </Modal>
  );
}

function problemOf(from: Day | null, to: Day | null, count: number, t: Translate, most: string) {
  if (from === null || to === null) return t("cctv.film.day_required");
  if (to < from) return t("cctv.film.range_order");
  if (count === 0) return t("cctv.film.length_none");
  if (count < 2) return t("cctv.film.length_few_pictures");
  return count > frames ? t("cctv.film.too_many", { n: most }) : null;
}

interface FilmWish {
  from: string;
  to: string;
  fps: number;
  has_stamp: boolean;
}

function useMakeFilm(camera: Camera, onMade: () => void) {
  const t = useText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: FilmWish) =>
      call("POST /api/cctv-cameras/{id}/timelapses", { params: { id: camera.id }, body }, quiet),
    onSuccess: () => {
      onMade();
      showToast({ tone: "ok", title: t("cctv.film.started") });
      return client.invalidateQueries({ queryKey: cameraKeys.films(camera.id) });
    },
  });
}
