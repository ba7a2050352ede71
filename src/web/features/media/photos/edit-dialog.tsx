import { photoLimits } from "#contract/photos.limits.ts";
import type { Photo } from "#contract/photos.ts";
import { useDraft } from "#web/lib/draft.ts";
import { useFormError } from "#web/lib/form-errors.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { DateTimeField } from "#web/ui/date-time-field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { fromCompass, toCompass } from "./compass.ts";
import { useEditPhoto, useRoomsOf, useVisitsOf } from "./photos.queries.ts";

interface Fields {
  caption: string;
  taken_at: string | null;
  id_visit: number | null;
  id_room: number | null;
  heading: number | null;
}

const fieldsOf = ({ caption, taken_at, visit, room, heading }: Photo): Fields => ({
  caption,
  taken_at,
  id_visit: visit?.id ?? null,
  id_room: room?.id ?? null,
  heading,
});

/** Caption, date, visit, room and direction of a photo. */
export function EditDialog({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const t = useText();
  const draft = useDraft(fieldsOf(photo));
  const refused = useFormError(draft, ["caption", "taken_at", "id_visit", "id_room", "heading"]);
  const edit = useEditPhoto(photo.id);
  const save = async () => {
    refused.clear();
    const { taken_at, ...changes } = draft.changes;
    if (taken_at === null) return draft.setErrors({ taken_at: t("photos.date_invalid") });
    try {
      await edit.mutateAsync({
        ...changes,
        ...(taken_at !== undefined && { taken_at }),
        version: photo.version,
      });
      showToast({ tone: "ok", title: t("photos.saved") });
      onClose();
    } catch (error) {
      refused.show(error);
    }
  };
  const heading = draft.bind("heading");
  return (
    <FormDialog
      title={t("photos.edit_title")}
      confirmLabel={t("photos.save")}
      onSubmit={() => void save()}
      onClose={onClose}
      isPending={edit.isPending}
      isDisabled={!draft.isChanged}
      isChanged={draft.isChanged}
      refusal={refused.text}
    >
      <TextArea
        label={t("photos.fields.caption")}
        rows={3}
        hasCounter
        maxLength={photoLimits.caption}
        {...draft.bind("caption")}
      />
      <DateTimeField label={t("photos.fields.taken_at")} isPastOnly {...draft.bind("taken_at")} />
      <VisitFields project={photo.id_project} draft={draft} />
      <NumberField
        label={t("photos.fields.heading")}
        hint={t("photos.fields.heading_hint")}
        maxValue={359}
        value={heading.value === null ? Number.NaN : toCompass(heading.value)}
        onChange={(degrees) => heading.onChange(Number.isNaN(degrees) ? null : fromCompass(degrees))}
        error={heading.error}
      />
    </FormDialog>
  );
}

interface VisitFieldsProps {
  project: number;
  draft: ReturnType<typeof useDraft<Fields>>;
}

/** A visit of the project and one of its rooms, or neither. */
function VisitFields({ project, draft }: VisitFieldsProps) {
  const t = useText();
  const format = useFormat();
  const { id_visit } = draft.values;
  const visits = useVisitsOf(project);
  const visit = useRoomsOf(id_visit);
  const none = "0";
  const rooms = id_visit === null ? [] : (visit.data?.rooms ?? []);
  const visitField = draft.bind("id_visit");
  const roomField = draft.bind("id_room");
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t("photos.fields.visit")}
        options={[
          { value: none, label: t("photos.fields.no_visit") },
          ...(visits.data?.items ?? []).map(({ id, name, visit_date }) => ({
            value: String(id),
            label: name,
            note: format.date(visit_date),
          })),
        ]}
        value={String(visitField.value ?? none)}
        onChange={(id) => {
          visitField.onChange(id === none ? null : Number(id));
          roomField.onChange(null);
        }}
        error={visitField.error}
      />
      <Select
        label={t("photos.fields.room")}
        options={[
          { value: none, label: t("photos.fields.no_room") },
          ...rooms.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={String(roomField.value ?? none)}
        onChange={(id) => roomField.onChange(id === none ? null : Number(id))}
        isDisabled={rooms.length === 0}
        error={roomField.error}
      />
    </div>
  );
}
