import { useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { SchedulePreview } from "#contract/schedules.ts";
import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { previewImport, useScheduleChanges } from "../schedules.queries.ts";

export type ImportState =
  | { readonly step: "idle"; readonly problem: string | null }
  /** `share` of the file that has been uploaded; at 1 the server reads it. */
  | { readonly step: "reading"; readonly name: string; readonly share: number }
  | {
      readonly step: "preview";
      readonly preview: SchedulePreview;
      /** Why the preview is shown once more. */
      readonly notice: string | null;
    };

const idle: ImportState = { step: "idle", problem: null };

/** Steps of an import: the file is uploaded, its differences are shown, and only then are they applied. */
export function useImport(project: number, onDone: (preview: SchedulePreview) => void) {
  const t = useText();
  const [state, setState] = useState<ImportState>(idle);
  const { apply } = useScheduleChanges(project);
  const file = useRef<File | null>(null);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  async function send(chosen: File, notice: string | null): Promise<void> {
    file.current = chosen;
    underWay.current?.abort();
    const { signal } = (underWay.current = new AbortController());
    const tell = (next: ImportState) => {
      if (!signal.aborted) setState(next);
    };
    tell({ step: "reading", name: chosen.name, share: 0 });
    try {
      const preview = await previewImport(project, chosen, {
        signal,
        onProgress: (share) => tell({ step: "reading", name: chosen.name, share }),
      });
      tell({ step: "preview", preview, notice });
    } catch (error) {
      tell({ step: "idle", problem: errorText(error, t) });
    }
  }

  return {
    state,
    isApplying: apply.isPending,
    choose(chosen: File): void {
      const problem = problemOf(chosen);
      if (problem === null) void send(chosen, null);
      else setState({ step: "idle", problem: t(problem.key, problem.values) });
    },
    refuse: (problem: string) => setState({ step: "idle", problem }),
    cancel(): void {
      underWay.current?.abort();
      file.current = null;
      setState(idle);
    },
    async apply(): Promise<void> {
      if (state.step !== "preview") return;
      try {
        await apply.mutateAsync(state.preview.token);
        setState(idle);
        onDone(state.preview);
      } catch (error) {
        const isOld =
          error instanceof ApiError && (error.code === "CONFLICT" || error.code === "SCHEDULE_PREVIEW_GONE");
        // Another user changed the schedule meanwhile: the same file is compared with the current one.
        if (isOld && file.current !== null) await send(file.current, t("schedules.preview.again"));
        else setState({ ...state, notice: errorText(error, t) });
      }
    },
  };
}

/** Checks a file before it is uploaded. */
function problemOf({ name, size }: File) {
  if (/\.mpp$/i.test(name)) return { key: "errors.code.SCHEDULE_MPP", values: {} } as const;
  if (size > limits.schedule.bytes) {
    const maxFileSize = Math.floor(limits.schedule.bytes / 1024 / 1024);
    return { key: "errors.code.SCHEDULE_TOO_LARGE", values: { maxFileSize } } as const;
  }
  return null;
}
