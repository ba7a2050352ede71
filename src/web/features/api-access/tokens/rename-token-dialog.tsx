import { type FormEvent, useId, useState } from "react";
import type { ApiToken } from "#contract/api-access.ts";
import { limits } from "#contract/limits.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useRenameToken } from "../api-access.queries.ts";

export function RenameTokenDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const t = useText();
  const form = useId();
  const [name, setName] = useState(token.name);
  const rename = useRenameToken();
  const isEmpty = name.trim() === "";
  const error = isEmpty ? t("api_access.name_required") : fieldError(rename.error, "name", t);

  async function save(): Promise<void> {
    if (isEmpty) return;
    if (name.trim() !== token.name) await rename.mutateAsync({ id: token.id, name: name.trim() });
    onClose();
  }

  return (
    <Modal
      title={t("api_access.tokens.rename_title", { name: token.name })}
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
          label={t("api_access.make.name")}
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
