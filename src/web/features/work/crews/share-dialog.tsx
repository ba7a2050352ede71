import { Mail, MessageCircle, MessageSquareText } from "lucide-react";
import { useEffect, useState } from "react";
import { crewLanguageLooks } from "#contract/crews.languages.ts";
import type { CrewLinkShare, CrewPerson } from "#contract/crews.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useCrewChanges } from "./crews.queries.ts";

interface ShareDialogProps {
  project: number;
  person: CrewPerson;
  onClose: () => void;
}

/** The message with the link of a person, to be sent by hand. Opening it is recorded: its reader can use the link. */
export function ShareDialog({ project, person, onClose }: ShareDialogProps) {
  const t = useText();
  const { share } = useCrewChanges();
  const [found, setFound] = useState<CrewLinkShare | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    share(project, person.id).then(
      (result) => !isGone && setFound(result),
      (error: unknown) => !isGone && setRefusal(errorText(error, t)),
    );
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per opening: each call is recorded
  }, []);
  return (
    <Modal
      title={t("crews.screens.share.title", { name: person.name })}
      isOpen
      onClose={onClose}
      footer={
        <>
          {found && <CopyButton text={found.text} />}
          <Button variant="primary" onPress={onClose}>
            {t("common.close")}
          </Button>
        </>
      }
    >
      {refusal !== null ? (
        <Banner tone="bad">{refusal}</Banner>
      ) : found === null ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-sm text-ink-muted">{t("crews.screens.share.text", { name: person.name })}</p>
          <p
            lang={found.language}
            dir={crewLanguageLooks[found.language].direction}
            className="rounded-lg bg-sunken p-4 text-base wrap-anywhere whitespace-pre-line"
          >
            {found.text}
          </p>
          <div className="flex flex-wrap gap-2">
            <Way href={found.whatsapp} icon={MessageCircle} label={t("crews.screens.share.whatsapp")} />
            <Way href={found.sms} icon={MessageSquareText} label={t("crews.screens.share.sms")} />
            {found.mailto !== null && (
              <Way href={found.mailto} icon={Mail} label={t("crews.screens.share.mail")} />
            )}
          </div>
        </div>
      )}
    </Modal>
  );
}

/** Opens a program of the device with the message. */
function Way({ href, icon, label }: { href: string; icon: typeof Mail; label: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={buttonClass({})}>
      <Icon of={icon} size="sm" />
      {label}
    </a>
  );
}
