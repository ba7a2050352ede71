import { Copy } from "lucide-react";
import { useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import { useDraft } from "#web/lib/draft.ts";
import { errorText } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { fieldRefusals } from "#web/lib/refusals.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { roles } from "./list-state.ts";
import { type NewUser, useInvite } from "./users.queries.ts";

const nobody: NewUser = { email: "", first_name: "", last_name: "", role: "user", language: "en" };

/** Invites by mail. Where mail is not set up, the link is given here to be handed over. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const form = useId();
  const draft = useDraft(nobody);
  const invite = useInvite();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { values, errors, set } = draft;
  const link = invite.data?.invitation_link ?? null;

  async function submit(): Promise<void> {
    setRefusal(null);
    try {
      const { invitation_link } = await invite.mutateAsync(values);
      if (invitation_link !== null) return;
      showToast({ tone: "ok", title: t("users.invited", { email: values.email }) }, limits.toast.form);
      onClose();
    } catch (error) {
      const fields = fieldRefusals<NewUser>(error, ["email", "first_name", "last_name", "role"], t);
      draft.setErrors(fields);
      if (Object.keys(fields).length === 0) setRefusal(errorText(error, t));
    }
  }

  if (link !== null) return <HandOver link={link} email={values.email} onClose={onClose} />;
  return (
    <Modal
      title={t("users.invite")}
      isOpen
      onClose={onClose}
      isDismissable={!invite.isPending && !draft.isChanged}
      footer={
        <>
          <Button onPress={onClose} isDisabled={invite.isPending}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" isPending={invite.isPending}>
            {t("users.send_invitation")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!invite.isPending) void submit();
        }}
      >
        {refusal !== null && <Banner tone="bad">{refusal}</Banner>}
        <TextField
          label={t("users.email")}
          type="email"
          dir="ltr"
          value={values.email}
          onChange={(email) => set("email", email)}
          error={errors.email}
          isRequired
          inputRef={focusOnMount}
        />
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label={t("users.first_name")}
            value={values.first_name}
            onChange={(name) => set("first_name", name)}
            error={errors.first_name}
          />
          <TextField
            label={t("users.last_name")}
            value={values.last_name}
            onChange={(name) => set("last_name", name)}
            error={errors.last_name}
          />
        </div>
        <Select
          label={t("users.role")}
          value={values.role}
          onChange={(role) => set("role", role)}
          options={roles.map((role) => ({
            value: role,
            label: t(`users.roles.${role}`),
            note: t(`users.role_notes.${role}`),
          }))}
        />
        <Select
          label={t("users.mail_language")}
          value={values.language}
          onChange={(language) => set("language", language)}
          options={[
            { value: "en", label: "English" },
            { value: "ar", label: "العربية" },
          ]}
        />
      </form>
    </Modal>
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
      // The link is shown this once.
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
