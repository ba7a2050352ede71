import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { useDraft } from "#web/lib/draft.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { session } from "#web/lib/session.ts";
import type { UploadState } from "#web/lib/uploads/batch.ts";
import type { FilmPlan } from "#web/lib/uploads/records.ts";
import { uploads, useUploads } from "#web/lib/uploads/uploads.ts";
import { useText } from "#web/lib/use-text.ts";
import { useQuota } from "#web/shell/quota/use-quota.ts";
import { checkNewVideo, type NewVideo } from "../video-checks.ts";
import { metadataOf } from "./film-rules.ts";
import { type PickedFilm, useFilm } from "./use-film.ts";
import { useFilmLimits } from "./use-film-limits.ts";

const told = ["title", "description", "id_project", "video_date", "password"] as const;

/** To the full minute: dates are written with seconds :00. */
export function toMinute(instant: Date): Date {
  const minute = new Date(instant);
  minute.setSeconds(0, 0);
  return minute;
}

/**
 * Logic of Add Video, without its markup. The video is uploaded by this browser's queue, so the upload continues when
 * the dialog, or the page, is closed. A rejection brings the form back as it was, and parts already uploaded are not
 * sent again.
 */
export function useAddVideo(project: number | undefined, onClose: () => void) {
  const t = useText();
  const router = useRouter();
  const filmLimits = useFilmLimits();
  const film = useFilm(filmLimits);
  const [base] = useState<NewVideo>(() => ({
    title: "",
    description: "",
    id_project: project === undefined ? null : String(project),
    video_date: toMinute(new Date()).toISOString(),
    is_public: false,
    is_protected: false,
    password: "",
    auto_play: false,
    muted: false,
    loop: false,
  }));
  const draft = useDraft(base);
  const { id_project } = draft.values;
  const { quota, isFull } = useQuota("video", id_project === null ? null : Number(id_project));
  const [isFileMissing, setIsFileMissing] = useState(false);
  /** The running batch and its file: another file is another batch. */
  const [travel, setTravel] = useState<{ id: string; file: File } | null>(null);
  const batch = useUploads().find(({ id }) => id === travel?.id) ?? null;
  // The queue removes finished uploads.
  const isDone = travel !== null && batch === null;
  const isRefused = batch?.phase === "stopped";
  const step = travel === null || isRefused ? "form" : "sending";

  const { setErrors } = draft;
  const refusal = isRefused ? (batch.reason ?? t("errors.failed.video_create")) : null;
  const refused = isRefused ? batch.error : null;
  useEffect(() => {
    if (refused !== null) setErrors(fieldErrors<NewVideo>(refused, told, t));
  }, [refused, setErrors, t]);

  const leave = useRef(() => undefined as unknown);
  useEffect(() => {
    leave.current = () => {
      onClose();
      router.history.push(`/videos/${draft.values.id_project ?? ""}`);
    };
  });
  useEffect(() => {
    if (isDone) leave.current();
  }, [isDone]);

  function submit(): void {
    const { file: missing, ...problems } = checkNewVideo(draft.values, film.film?.step === null);
    setIsFileMissing(missing !== undefined);
    draft.setErrors(
      Object.fromEntries(
        Object.entries(problems).map(([field, key]) => [field, t(key, { n: limits.video.password.min })]),
      ),
    );
    if (missing !== undefined || Object.keys(problems).length > 0 || film.film === null) return;
    const plan = planOf(draft.values, film.film);
    if (travel !== null && isRefused && travel.file === film.film.file) {
      uploads.changeFilm(travel.id, plan);
      return;
    }
    if (travel !== null) uploads.removeAll(travel.id);
    const user = session.user();
    if (user) void uploads.start(user.id);
    setTravel({ id: uploads.addFilm(plan, film.film.file), file: film.film.file });
  }

  return {
    draft,
    film,
    filmLimits,
    step,
    refusal,
    quota,
    /** The subscription plan's limit is reached: nothing is sent. */
    isFull,
    state: stateOf(batch?.pictures[0]?.state),
    isPaused: batch?.phase === "paused",
    resume: () => travel !== null && uploads.resume(travel.id),
    isFileMissing: isFileMissing && film.film === null,
    /** Whether anything was entered: before that there is nothing to submit and nothing to lose. */
    isChanged: draft.isChanged || film.film !== null,
    submit,
    /** Cancels the upload; the input stays. */
    cancel() {
      const id = travel?.id;
      setTravel(null);
      if (id !== undefined) uploads.removeAll(id);
    },
    /** Closes the form for good: a rejected upload is dropped with it. */
    discard() {
      if (travel !== null && isRefused) uploads.removeAll(travel.id);
      onClose();
    },
  };
}

/** Upload progress of the video; `submitting`: uploaded completely, the server is creating the video. */
export type FilmTravel =
  | { readonly kind: "waiting" }
  | { readonly kind: "uploading"; readonly share: number; readonly isHeldUp: boolean }
  | { readonly kind: "submitting" };

function stateOf(state: UploadState | undefined): FilmTravel {
  if (state?.kind !== "uploading") return { kind: "waiting" };
  return state.share >= 1 ? { kind: "submitting" } : state;
}

function planOf(values: NewVideo, { file, facts, still }: PickedFilm): FilmPlan {
  const { id_project, video_date, title, is_protected, password, ...rest } = values;
  return {
    ...rest,
    id_project: Number(id_project),
    title: title.trim(),
    video_date: video_date ?? "",
    is_protected,
    password: is_protected ? password : "",
    metadata: facts === null ? {} : metadataOf(file, facts),
    thumbnail: still,
  };
}

export type AddVideo = ReturnType<typeof useAddVideo>;
