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
  /** As it is called now. */
  readonly name: string;
  /** Shown while the field is empty: nothing goes by no name. */
  readonly emptyText: string;
  /** Saves another name; what it rejects with is told by `refusal`. */
  readonly rename: (name: string) => Promise<unknown>;
  readonly isPending: boolean;
  /** Why the last attempt was refused; null when it was not. */
  readonly refusal: unknown;
  /** What of the refusal is about the name, to stand at the field. */
  readonly nameRefusal: string | undefined;
  readonly onClose: () => void;
}

/** Asks for another name for one thing. */
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
      // A refusal is kept by the caller and shown here.
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
