import { Video as VideoIcon, X } from "lucide-react";
import { limits } from "#contract/limits.ts";
import { clock } from "#web/features/media/player/clock.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import type { FilmLimits, FilmRefusal } from "./film-rules.ts";
import type { Film, PickedFilm } from "./use-film.ts";

export interface FilmFieldProps {
  film: Film;
  limits: FilmLimits;
  isMissing: boolean;
  isFixed: boolean;
}

/** Drop zone and picker of the one video, with its facts or the reason why it was rejected. */
export function FilmField({ film, limits: { megabytes, seconds }, isMissing, isFixed }: FilmFieldProps) {
  const t = useText();
  const { minWidth, minHeight } = limits.video;
  return (
    <div className="flex flex-col gap-3">
      {film.film === null ? (
        <FileDrop
          key={film.tries}
          label={t("videos.file")}
          hint={t("videos.file_hint", { width: minWidth, height: minHeight, megabytes, seconds })}
          error={
            film.refusal !== null
              ? refusalText(film.refusal, t)
              : isMissing
                ? t("videos.file_required")
                : undefined
          }
          isRequired
          isMultiple={false}
          isDisabled={isFixed}
          onFiles={(files, turnedAway) => void film.choose([...files, ...turnedAway.map(({ file }) => file)])}
        />
      ) : (
        <Chosen film={film.film} isFixed={isFixed} onRemove={film.remove} />
      )}
      {film.isCut && <Banner tone="warn">{t("videos.file_one_only")}</Banner>}
    </div>
  );
}

const refusalText = (refusal: FilmRefusal, t: ReturnType<typeof useText>) => t(refusal.key, refusal.values);

function Chosen({ film, isFixed, onRemove }: { film: PickedFilm; isFixed: boolean; onRemove: () => void }) {
  const t = useText();
  const format = useFormat();
  const { file, step, facts, preview } = film;
  return (
    <section aria-label={t("videos.file")} className="flex flex-col gap-1.5">
      <span aria-hidden className="text-sm font-strong">
        {t("videos.file")}
      </span>
      <div className="flex items-center gap-4 rounded-lg bg-sunken p-3">
        <Picture
          src={preview}
          alt={preview === null ? "" : t("videos.thumbnail_of", { name: file.name })}
          icon={VideoIcon}
          className="aspect-2/1 w-28 shrink-0 rounded-md sm:w-40 [&_svg]:size-6"
        />
        <div className="min-w-0 flex-1">
          <span className="own-direction block truncate font-strong">{file.name}</span>
          <output className="flex flex-wrap items-center gap-x-3 text-sm text-ink-muted tabular-nums">
            {step === null && facts !== null ? (
              <>
                <span>{format.bytes(file.size)}</span>
                <span dir="ltr">{`${facts.width} × ${facts.height}`}</span>
                <span>{clock(facts.duration)}</span>
              </>
            ) : (
              <span className="flex items-center gap-2">
                <Spinner />
                {t(step === "drawing" ? "videos.drawing" : "videos.judging")}
              </span>
            )}
          </output>
        </div>
        {!isFixed && (
          <IconButton
            icon={X}
            label={t("videos.remove_file", { name: file.name })}
            onPress={onRemove}
            className="touch:size-11"
          />
        )}
      </div>
    </section>
  );
}
