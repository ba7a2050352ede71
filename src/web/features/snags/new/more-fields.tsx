import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { snagPriorities } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "#web/ui/bare-icon-button.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Select } from "#web/ui/select.tsx";
import { SuggestField } from "#web/ui/suggest-field.tsx";
import { type Assigned, assignedKey, assignedName } from "../assigned.tsx";
import { useSnagChoices } from "../snags.queries.ts";
import type { FieldsProps } from "./place-fields.tsx";

const types = { "image/jpeg": [".jpg", ".jpeg"], "image/png": [".png"], "image/webp": [".webp"] };

/** Who is to mend it, by when, how urgent it is, and what it looks like. */
export function MoreFields({ project, draft, set, problems }: FieldsProps) {
  const t = useText();
  const choices = useSnagChoices(project);
  const people: Assigned[] = [null, ...(choices.data?.people ?? []), ...(choices.data?.invited ?? [])];
  return (
    <>
      <div className="grid gap-x-3 gap-y-5 sm:grid-cols-2">
        <Select
          label={t("snags.fields.assignee")}
          options={people.map((one) => ({ value: assignedKey(one), label: assignedName(one, t) }))}
          value={assignedKey(draft.assignee)}
          onChange={(key) => set({ assignee: people.find((one) => assignedKey(one) === key) ?? null })}
        />
        <SuggestField
          label={t("snags.fields.trade")}
          value={draft.trade}
          onChange={(trade) => set({ trade })}
          suggestions={choices.data?.trades ?? []}
          maxLength={limits.snag.trade}
          error={problems.trade}
        />
        <Select
          label={t("snags.fields.priority")}
          options={snagPriorities.map((priority) => ({
            value: priority,
            label: t(`snags.priorities.${priority}`),
          }))}
          value={draft.priority}
          onChange={(priority) => set({ priority })}
        />
        <DateField
          label={t("snags.fields.due_date")}
          value={draft.due_date}
          onChange={(due_date) => set({ due_date })}
          error={problems.due_date}
        />
      </div>
      <PhotoFiles photos={draft.photos} onChange={(photos) => set({ photos })} />
    </>
  );
}

function PhotoFiles({
  photos,
  onChange,
}: {
  photos: readonly File[];
  onChange: (photos: readonly File[]) => void;
}) {
  const t = useText();
  const [problem, setProblem] = useState<string>();
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        label={t("snags.dialog.photos")}
        hint={t("snags.dialog.photos_hint", {
          megabytes: Math.round(limits.snag.photo.bytes / 1024 / 1024),
        })}
        accept={types}
        maxBytes={limits.snag.photo.bytes}
        error={problem}
        onFiles={(files, refused) => {
          setProblem(refused[0]?.reasons.join(" "));
          onChange([...photos, ...files].slice(0, limits.snag.photos));
        }}
      />
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photos.map((file, at) => (
            <li key={`${file.name}${at}`} className="relative">
              <Preview file={file} />
              <BareIconButton
                icon={X}
                size="sm"
                label={t("snags.dialog.remove_photo", { name: file.name })}
                onPress={() => onChange(photos.filter((_, index) => index !== at))}
                className="absolute! -end-1.5 -top-1.5 rounded-full! bg-raised shadow-float"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Preview({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    image.current?.setAttribute("src", address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return (
    <span className="block size-20 overflow-hidden rounded-md bg-press">
      <img ref={image} alt={file.name} className="size-full object-cover" />
    </span>
  );
}
