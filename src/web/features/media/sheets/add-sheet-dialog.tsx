import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { PlanFileField } from "./plan-file-field.tsx";
import { useAddSheet } from "./sheets.queries.ts";
import { UploadProgress } from "./upload-progress.tsx";

const fields = ["name", "floor", "file", "page"] as const;
type Errors = Partial<Record<(typeof fields)[number], string>>;

export interface AddSheetDialogProps {
  projectId: number;
  onAdded: (id: number) => void;
  onClose: () => void;
}

export function AddSheetDialog({ projectId, onAdded, onClose }: AddSheetDialogProps) {
  const t = useText();
  const [name, setName] = useState("");
  const [floor, setFloor] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [page, setPage] = useState(1);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [share, setShare] = useState(0);
  const add = useAddSheet(setShare);

  async function submit(): Promise<void> {
    setRefusal(null);
    setErrors({});
    try {
      const sheet = await add.mutateAsync({ id_project: projectId, name, floor, file, page });
      showToast({ tone: "ok", title: t("sheets.added", { name: sheet.name }) }, limits.toast.form);
      onAdded(sheet.id);
      onClose();
    } catch (error) {
      const refused = fieldErrors<Record<(typeof fields)[number], string>>(error, fields, t);
      setErrors(refused);
      if (Object.keys(refused).length === 0) setRefusal(errorText(error, t));
    }
  }

  function take(picked: File | undefined, problem: string | undefined): void {
    setErrors(({ name: ofName, floor: ofFloor }) => ({
      ...(ofName !== undefined && { name: ofName }),
      ...(ofFloor !== undefined && { floor: ofFloor }),
      ...(problem !== undefined && { file: problem }),
    }));
    if (picked === undefined) return;
    setFile(picked);
    if (name === "") setName(picked.name.replace(/\.[^.]+$/, "").slice(0, limits.name));
  }

  return (
    <FormDialog
      title={t("sheets.add_title")}
      onClose={onClose}
      confirmLabel={t("sheets.add")}
      onSubmit={() => void submit()}
      isPending={add.isPending}
      isChanged={name !== "" || file !== null}
      refusal={refusal}
    >
      <PlanFileField
        file={file}
        page={page}
        onFile={take}
        onPage={setPage}
        error={errors.file}
        pageError={errors.page}
        isDisabled={add.isPending}
      />
      <TextField
        label={t("sheets.name")}
        value={name}
        onChange={setName}
        error={errors.name}
        maxLength={limits.name}
        isRequired
      />
      <TextField
        label={t("sheets.floor")}
        hint={t("sheets.floor_hint")}
        value={floor}
        onChange={setFloor}
        error={errors.floor}
        maxLength={limits.name}
      />
      {add.isPending && file !== null && <UploadProgress share={share} />}
    </FormDialog>
  );
}
