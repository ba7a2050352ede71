import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { TextField } from "#web/ui/text-field.tsx";

export interface InvitationLink {
  readonly email: string;
  readonly link: string;
}

/** Links of invitations to pass on, where the platform sends no email. */
export function LinkDialog({ links, onClose }: { links: readonly InvitationLink[]; onClose: () => void }) {
  const t = useText();
  return (
    <Modal
      title={t("team.invite.link_title")}
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t("team.invite.close")}
        </Button>
      }
    >
      <LinkList links={links} />
    </Modal>
  );
}

export function LinkList({ links }: { links: readonly InvitationLink[] }) {
  const t = useText();
  return (
    <>
      <p className="mb-4 text-ink-muted">{t("team.invite.link_text")}</p>
      <ul className="flex flex-col gap-4">
        {links.map(({ email, link }) => (
          <li key={email} className="flex items-end gap-2">
            <TextField
              label={t("team.invite.link_of", { email })}
              value={link}
              isReadOnly
              dir="ltr"
              className="min-w-0 flex-1"
            />
            <CopyButton text={link} />
          </li>
        ))}
      </ul>
    </>
  );
}
