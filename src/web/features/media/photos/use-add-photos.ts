import { useState } from "react";
import { isOnline } from "#web/lib/connectivity.ts";
import type { NewAct } from "#web/lib/outbox/act.ts";
import type { PlannedRoom } from "#web/lib/uploads/batch.ts";
import type { PhotoPlan } from "#web/lib/uploads/records.ts";
import { uploads } from "#web/lib/uploads/uploads.ts";
import { useText } from "#web/lib/use-text.ts";
import { type ProjectPhotoPayload, projectPhoto } from "#web/shell/outbox/photo-acts.ts";
import { keepActs, notKept, tellKept } from "#web/shell/outbox/send-or-keep.ts";
import { type RefusedPhoto, sortFiles } from "./photo-checks.ts";

const actOf = (
  { id_project, project, id_room }: PhotoPlan,
  { key, name, file }: PlannedRoom,
): NewAct<ProjectPhotoPayload> => ({
  kind: projectPhoto,
  payload: {
    name,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(id_room !== undefined && { id_room }),
  },
  project: id_project,
  projectName: project,
  guid: key,
  file,
});

/** Adds files to the upload queue of this browser, or without a connection to the outbox; `refused` are those that cannot be photos. */
export function useAddPhotos(plan: PhotoPlan | null) {
  const t = useText();
  const [refused, setRefused] = useState<readonly RefusedPhoto[]>([]);

  async function keep(to: PhotoPlan, files: readonly PlannedRoom[]): Promise<void> {
    try {
      await keepActs(files.map((file) => actOf(to, file)));
      tellKept();
    } catch (error) {
      const reason = notKept(error) ?? t("offline.waiting.not_kept");
      setRefused((before) => [...before, ...files.map(({ name }) => ({ name, reason }))]);
    }
  }

  return {
    refused,
    dismiss: () => setRefused([]),
    add(files: readonly File[]): void {
      if (plan === null) return;
      const sorted = sortFiles(files, t);
      setRefused(sorted.refused);
      if (sorted.planned.length === 0) return;
      // With a connection the upload queue shows how far they are.
      if (isOnline()) uploads.addPhotos(plan, sorted.planned);
      else void keep(plan, sorted.planned);
    },
  };
}
export type AddPhotos = ReturnType<typeof useAddPhotos>;
