import { Download, Film, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Camera, Timelapse } from "#contract/cctv.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeleteDialog } from "#web/shell/delete/delete-dialog.tsx";
import { iconButtonClass } from "#web/ui/bare-icon-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { problemText } from "../camera-looks.ts";
import { useDeleteFilm } from "../cctv.changes.ts";
import { useFilmWords } from "./film-words.ts";
import { siteZone } from "./site-zone.ts";

/** A time-lapse: its progress, or its content and download. */
export function FilmRow({ camera, film }: { camera: Camera; film: Timelapse }) {
  const t = useText();
  const format = useFormat();
  const words = useFilmWords(siteZone(camera));
  const [open, setOpen] = useState<"play" | "delete" | null>(null);
  const span = words.span(film);
  const { state, url, poster, frames, seconds, bytes } = film;
  const isUnderWay = state === "waiting" || state === "making";
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Picture src={poster} icon={Film} className="aspect-video w-28 shrink-0 rounded-md max-sm:w-20" />
      <div className="min-w-40 flex-1">
        <p className="font-strong tabular-nums">{span}</p>
        {isUnderWay ? (
          <ProgressBar
            label={t(`cctv.film.states.${state}`)}
            share={state === "making" ? film.progress : null}
            className="mt-1.5 max-w-80"
          />
        ) : state === "failed" ? (
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
            <Chip tone="bad">{t("cctv.film.states.failed")}</Chip>
            {problemText(film.problem, t)}
          </p>
        ) : (
          <p className="text-sm text-ink-muted tabular-nums">
            {[words.length(seconds), t("cctv.film.frames", { count: frames }), format.bytes(bytes)].join(
              " · ",
            )}
          </p>
        )}
      </div>
      <span className="flex items-center gap-1">
        {state === "ready" && url !== null && (
          <>
            <Button
              size="sm"
              icon={Play}
              aria-label={t("cctv.film.play_of", { span })}
              onPress={() => setOpen("play")}
            >
              {t("cctv.film.play")}
            </Button>
            <a
              href={url}
              download={`${camera.name} ${span}.mp4`}
              aria-label={t("cctv.film.download_of", { span })}
              title={t("cctv.film.download")}
              className={cx(iconButtonClass, "size-9 touch:size-11")}
            >
              <Icon of={Download} />
            </a>
          </>
        )}
        {camera.can["edit"] === true && (
          <IconButton
            icon={Trash2}
            label={t("cctv.film.delete_of", { span })}
            onPress={() => setOpen("delete")}
            className="touch:size-11"
          />
        )}
      </span>
      {url !== null && (
        <Modal
          title={`${camera.name} · ${span}`}
          size="xl"
          isOpen={open === "play"}
          onClose={() => setOpen(null)}
        >
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a film of pictures has no sound */}
          <video
            src={url}
            {...(poster !== null && { poster })}
            controls
            autoPlay
            loop
            playsInline
            aria-label={t("cctv.film.progress", { span })}
            className="aspect-video w-full rounded-md bg-black"
          />
        </Modal>
      )}
      <DeleteFilm
        camera={camera}
        film={film}
        span={span}
        isOpen={open === "delete"}
        onClose={() => setOpen(null)}
      />
    </li>
  );
}

interface DeleteFilmProps {
  camera: Camera;
  film: Timelapse;
  span: string;
  isOpen: boolean;
  onClose: () => void;
}

function DeleteFilm({ camera, film, span, isOpen, onClose }: DeleteFilmProps) {
  const t = useText();
  const remove = useDeleteFilm(camera);
  return (
    <DeleteDialog
      title={t("cctv.film.delete_title", { span })}
      confirmLabel={t("cctv.film.delete")}
      done={t("cctv.film.deleted")}
      isOpen={isOpen}
      onClose={onClose}
      onDelete={() => remove.mutateAsync(film.id)}
    >
      {t("cctv.film.delete_text")}
    </DeleteDialog>
  );
}
