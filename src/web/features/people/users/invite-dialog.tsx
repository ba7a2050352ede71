import { Copy } from "lucide-react";
import { limits } from "#contract/limits.ts";
import { useDraft } from "#web/lib/draft.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useFormError } from "#web/lib/form-errors.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { roles } from "./list-state.ts";
import { type NewUser, useInvite } from "./users.queries.ts";

const nobody: NewUser = { email: "", first_name: "", last_name: "", role: "user", language: "en" };

/** Invites by email. Where email is not set up, the link is shown here to be passed on. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const draft = useDraft(nobody);
  const invite = useInvite();
  const refusal = useFormError<NewUser>(draft, ["email", "first_name", "last_name", "role"]);
  const { values } = draft;
  const link = invite.data?.invitation_link ?? null;

  async function submit(): Promise<void> {
    refusal.clear();
    try {
      const { invitation_link } = await invite.mutateAsync(values);
      if (invitation_link !== null) return;
      showToast({ tone: "ok", title: t("users.invited", { email: values.email }) }, limits.toast.form);
      onClose();
    } catch (error) {
      refusal.show(error);
    }
  }

  if (link !== null) return <HandOver link={link} email={values.email} onClose={onClose} />;
  return (
    <FormDialog
      title={t("users.invite")}
      onClose={onClose}
      confirmLabel={t("users.send_invitation")}
      onSubmit={() => void submit()}
      isPending={invite.isPending}
      isChanged={draft.isChanged}
      refusal={refusal.text}
    >
      <TextField
        label={t("users.email")}
        type="email"
        dir="ltr"
        {...draft.bind("email")}
        isRequired
        inputRef={focusOnMount}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField label={t("users.first_name")} {...draft.bind("first_name")} />
        <TextField label={t("users.last_name")} {...draft.bind("last_name")} />
      </div>
      <Select
        label={t("users.role")}
        {...draft.bind("role")}
        options={roles.map((role) => ({
          value: role,
          label: t(`users.roles.${role}`),
          note: t(`users.role_notes.${role}`),
        }))}
      />
      <Select
        label={t("users.mail_language")}
        {...draft.bind("language")}
        options={[
          { value: "en", label: "English" },
          { value: "ar", label: "العربية" },
        ]}
      />
    </FormDialog>
  );
}

function HandOver({ link, email, onClose }: { link: string; email: string; onClose: () => void }) {
  const t = useText();
  const copy = () =>
    navigator.clipboard
      .writeText(link)
      .then(() => showToast({ tone: "ok", title: t("common.copied") }, limits.toast.form));
  return (
    <Modal
      title={t("users.hand_over_title")}
      isOpen
      onClose={onClose}
      // The link is shown only once.
      isDismissable={false}
      footer={
        <>
          <Button icon={Copy} onPress={() => void copy()}>
            {t("common.copy")}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {t("users.hand_over_done")}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-muted">{t("users.hand_over_text", { email })}</p>
      <TextField label={t("users.hand_over_link")} value={link} isReadOnly dir="ltr" />
    </Modal>
  );
}
