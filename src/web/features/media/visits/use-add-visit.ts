import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Visit } from "#contract/visits.ts";
import { call, quiet } from "#web/lib/client.ts";
import { useDraft } from "#web/lib/draft.ts";
import { errorText } from "#web/lib/error-text.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import type { PlannedRoom } from "#web/lib/uploads/batch.ts";
import { useText } from "#web/lib/use-text.ts";
import { useQuota } from "#web/shell/quota/use-quota.ts";
import { roomNameOf } from "./picture-rules.ts";
import { manyRooms, usePickedRooms, usePictureLimits } from "./use-picked-rooms.ts";
import { useRoomBatch } from "./use-room-batch.ts";
import { checkNewVisit, type NewVisit } from "./visit-checks.ts";
import { toMinute } from "./visit-date.ts";
import { useRefreshVisits } from "./visits.queries.ts";

/** `form`: nothing sent yet. `sending`: the visit, then its rooms. `stopped`: the visit exists, rooms are missing. */
export type AddVisitStep = "form" | "sending" | "stopped";

/** Logic of Add Visit, without its markup. `onClose` is called once the visit is complete. */
export function useAddVisit(project: number | undefined, onClose: () => void, roomName?: string) {
  const t = useText();
  const router = useRouter();
  const pictureLimits = usePictureLimits();
  const picked = usePickedRooms(pictureLimits, 0, roomName);
  const refresh = useRefreshVisits();
  const [base] = useState<NewVisit>(() => ({
    name: "",
    description: "",
    id_project: project === undefined ? null : String(project),
    visit_date: toMinute(new Date()).toISOString(),
  }));
  const draft = useDraft(base);
  const { quota, isFull } = useQuota("visit", idOf(draft.values.id_project));
  const [filesProblem, setFilesProblem] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [visit, setVisit] = useState<Visit | null>(null);
  const [isCreating, setIsCreating] = useState(false);
  const upload = useRoomBatch(picked.rooms, () => leaveTo(visit));
  const step: AddVisitStep = upload.isStopped
    ? "stopped"
    : isCreating || upload.isStarted
      ? "sending"
      : "form";

  async function submit(): Promise<void> {
    const problems = checkNewVisit(draft.values, picked.rooms.length);
    const { files, ...fields } = problems;
    draft.setErrors(Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, t(key)])));
    setFilesProblem(files !== undefined);
    if (Object.keys(problems).length > 0) return;
    setRefusal(null);
    setIsCreating(true);
    const created = await create();
    setIsCreating(false);
    if (created === null) return;
    setVisit(created);
    upload.start(created, true, picked.rooms.map(plan));
    // This many are better followed in the tray, while the visit shows those that have been uploaded.
    if (picked.rooms.length > manyRooms) leaveTo(created);
    // The visit exists from here on, whatever becomes of its pictures.
    void refresh();
  }

  async function create(): Promise<Visit | null> {
    const { name, description, id_project, visit_date } = draft.values;
    const body = { name: name.trim(), description, id_project, visit_date: visit_date ?? "" };
    try {
      return await call("POST /api/visits", { body }, quiet);
    } catch (error) {
      const fields = fieldErrors<NewVisit>(error, ["name", "description", "id_project", "visit_date"], t);
      draft.setErrors(fields);
      if (Object.keys(fields).length === 0) setRefusal(errorText(error, t));
      return null;
    }
  }

  function leaveTo(there: Visit | null): void {
    onClose();
    if (there !== null) router.history.push(`/editvisit/${there.id}`);
  }

  const goToVisit = () => leaveTo(visit);

  return {
    draft,
    picked,
    pictureLimits,
    upload,
    step,
    visit,
    refusal,
    quota,
    /** The subscription plan's limit is reached: nothing is sent. */
    isFull,
    filesProblem: filesProblem && picked.rooms.length === 0,
    /** Whether anything was entered: before that there is nothing to submit and nothing to lose. */
    isChanged: draft.isChanged || picked.rooms.length > 0,
    submit,
    goToVisit,
  };
}

const idOf = (text: string | null): number | null => (text === null ? null : Number(text));

/** A room is never sent without a name. */
export const plan = ({ key, name, file }: PlannedRoom): PlannedRoom => ({
  key,
  file,
  name: name.trim() === "" ? roomNameOf(file.name) : name.trim(),
});

export type AddVisit = ReturnType<typeof useAddVisit>;
