import { useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { useRefreshCameras } from "../cctv.queries.ts";
import {
  type CameraDraft,
  draftOf,
  newCamera,
  type Problem,
  problemsOf,
  splitAddress,
  thumbnailProblem,
} from "./camera-draft.ts";
import { saveCamera, type ThumbnailChange } from "./save-camera.ts";

export type FieldName = keyof CameraDraft | "thumbnail";
export type CameraForm = ReturnType<typeof useCameraForm>;

/** The form of a new or existing camera. Input is kept until it is saved. */
export function useCameraForm(
  camera: Camera | null,
  id_project: number | null,
  onSaved: (camera: Camera) => void,
) {
  const t = useText();
  const refresh = useRefreshCameras();
  const [start] = useState(() => (camera === null ? newCamera(id_project) : draftOf(camera)));
  const [draft, setDraft] = useState<CameraDraft>(start);
  const [thumbnail, setThumbnail] = useState<ThumbnailChange>(null);
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [isSplit, setIsSplit] = useState(false);
  const hasProtection = camera?.is_protected === true;

  const forget = (fields: readonly string[]) =>
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))),
    );

  function set(change: Partial<CameraDraft>): void {
    setDraft((before) => ({ ...before, ...change }));
    const protection = "is_protected" in change ? ["protection_password"] : [];
    forget([...Object.keys(change), ...protection]);
  }

  const said = ([key, values]: Problem) => t(key, values);

  /** `id_project`: a single available project is selected automatically. */
  async function submit(project: number | null): Promise<void> {
    if (isSaving) return;
    const whole = { ...draft, id_project: draft.id_project ?? project };
    const problems = problemsOf(whole, hasProtection);
    setRefusal(null);
    setErrors(Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, said(problem)])));
    if (Object.keys(problems).length > 0) return;
    setIsSaving(true);
    try {
      const saved = await saveCamera(whole, camera, thumbnail);
      void refresh();
      onSaved(saved);
    } catch (error) {
      const refused = fieldNames
        .map((field) => [field, fieldError(error, field, t)] as const)
        .filter(([, text]) => text !== undefined);
      setErrors(Object.fromEntries(refused));
      if (refused.length === 0) setRefusal(errorText(error, t));
    } finally {
      setIsSaving(false);
    }
  }

  return {
    camera,
    draft,
    set,
    errors,
    refusal,
    isSaving,
    submit,
    thumbnail,
    isSplit,
    /** Whether closing would lose input. */
    isTouched:
      thumbnail !== null ||
      Object.entries(draft).some(([field, value]) => value !== start[field as keyof CameraDraft]),
    hasProtection,
    /** An unsuitable file is reported, and the previous one stays. */
    chooseThumbnail(choice: ThumbnailChange): void {
      const problem = choice instanceof File ? thumbnailProblem(choice) : null;
      if (problem === null) {
        setThumbnail(choice);
        forget(["thumbnail"]);
      } else setErrors((before) => ({ ...before, thumbnail: said(problem) }));
    },
    /** On blur of the address: moves credentials to their fields. */
    tidyAddress(): void {
      const parts = splitAddress(draft.hls_url);
      if (parts === null) return;
      set(parts);
      setIsSplit(true);
    },
  };
}

const fieldNames: readonly FieldName[] = [
  "id_project",
  "name",
  "hls_url",
  "username",
  "password",
  "location",
  "description",
  "brand",
  "model",
  "resolution",
  "notes",
  "protection_password",
  "schedule",
  "alert_after",
];
