import { type FormEvent, useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Passkey } from "#contract/passkeys.ts";
import { errorText } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { refusedAt } from "./refused.ts";
import { useRefreshSecurity, useRenamePasskey } from "./security.queries.ts";

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useText();
  const form = useId();
  const [name, setName] = useState(passkey.name);
  const rename = useRenamePasskey();
  const refresh = useRefreshSecurity();
  const isEmpty = name.trim() === "";
  const error = isEmpty ? t("passkeys.name_required") : refusedAt(rename.error, "name", [], t);

  async function save(): Promise<void> {
    if (isEmpty) return;
    if (name.trim() !== passkey.name) await rename.mutateAsync({ id: passkey.id, name: name.trim() });
    onClose();
    await refresh();
  }

  return (
    <Modal
      title={t("profile.security.rename_passkey", { name: passkey.name })}
      isOpen
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose} isDisabled={rename.isPending}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" isPending={rename.isPending}>
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
          // A refusal is kept by the mutation and shown below.
          save().catch(() => undefined);
        }}
        className="flex flex-col gap-4"
      >
        {rename.isError && error === undefined && <Banner tone="bad">{errorText(rename.error, t)}</Banner>}
        <TextField
          label={t("profile.security.passkey_name")}
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
