import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useText } from "#web/lib/use-text.ts";
import { FormDialog } from "./form-dialog.tsx";
import { TextField } from "./text-field.tsx";

export interface RenameDialogProps {
  readonly title: string;
  readonly label: string;
  /** The current name. */
  readonly name: string;
  /** Shown while the field is empty: a name is required. */
  readonly emptyText: string;
  /** Saves the new name; a rejection is reported through `refusal`. */
  readonly rename: (name: string) => Promise<unknown>;
  readonly isPending: boolean;
  /** The error of the last attempt; null when it succeeded. */
  readonly refusal: unknown;
  /** The part of the refusal that concerns the name, shown at the field. */
  readonly nameRefusal: string | undefined;
  readonly onClose: () => void;
}

/** Asks for a new name of one record. */
export function RenameDialog({
  title,
  label,
  name: current,
  emptyText,
  rename,
  isPending,
  refusal,
  nameRefusal,
  onClose,
}: RenameDialogProps) {
  const t = useText();
  const [name, setName] = useState(current);
  const wanted = name.trim();
  const error = wanted === "" ? emptyText : nameRefusal;

  async function save(): Promise<void> {
    if (wanted === "") return;
    if (wanted !== current) await rename(wanted);
    onClose();
  }

  return (
    <FormDialog
      title={title}
      size="sm"
      onClose={onClose}
      confirmLabel={t("common.save")}
      // The caller keeps the refusal; it is shown here.
      onSubmit={() => void save().catch(() => undefined)}
      isPending={isPending}
      isChanged={false}
      refusal={refusal !== null && error === undefined ? errorText(refusal, t) : null}
    >
      <TextField
        label={label}
        value={name}
        onChange={setName}
        error={error}
        maxLength={limits.name}
        isRequired
        inputRef={focusOnMount}
      />
    </FormDialog>
  );
}
