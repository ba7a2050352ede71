import { useState } from "react";
import type { PhotoPlan } from "#web/lib/uploads/records.ts";
import { uploads } from "#web/lib/uploads/uploads.ts";
import { useText } from "#web/lib/use-text.ts";
import { type RefusedPhoto, sortFiles } from "./photo-checks.ts";

/** Adds files to the upload queue of this browser; `refused` are those that cannot be photos. */
export function useAddPhotos(plan: PhotoPlan | null) {
  const t = useText();
  const [refused, setRefused] = useState<readonly RefusedPhoto[]>([]);
  return {
    refused,
    dismiss: () => setRefused([]),
    add(files: readonly File[]): void {
      if (plan === null) return;
      const sorted = sortFiles(files, t);
      setRefused(sorted.refused);
      if (sorted.planned.length > 0) uploads.addPhotos(plan, sorted.planned);
    },
  };
}
export type AddPhotos = ReturnType<typeof useAddPhotos>;
