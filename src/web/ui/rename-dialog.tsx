import { type FormEvent, useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { Modal } from "./modal.tsx";
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
  const form = useId();
  const [name, setName] = useState(current);
  const wanted = name.trim();
  const error = wanted === "" ? emptyText : nameRefusal;

  async function save(): Promise<void> {
    if (wanted === "") return;
    if (wanted !== current) await rename(wanted);
    onClose();
  }

  return (
    <Modal
      title={title}
      isOpen
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" isPending={isPending}>
            {t("common.save")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          // A refusal is kept by who saves and shown below.
          save().catch(() => undefined);
        }}
        className="flex flex-col gap-4"
      >
        {refusal !== null && error === undefined && <Banner tone="bad">{errorText(refusal, t)}</Banner>}
        <TextField
          label={label}
          value={name}
          onChange={setName}
          error={error}
          maxLength={limits.name}
          isRequired
          inputRef={focusOnMount}
        />
      </form>
    </Modal>
  );
}
