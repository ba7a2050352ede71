import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { useSettings, useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { downloadText, printText } from "./save-or-print.ts";

export interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shown only once, so it does not close before the user confirms that the codes are stored. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const t = useText();
  const { username } = useSignedInUser();
  const site = useSettings()?.website_name ?? "Sitewalk";
  const [isKept, setIsKept] = useState(false);
  const heading = t("profile.security.codes_heading", { site, username });
  const page = [heading, "", ...codes, "", t("profile.security.codes_once")].join("\n");
  return (
    <Modal
      title={t("profile.security.codes_title")}
      isOpen
      onClose={onClose}
      isDismissable={false}
      footer={
        <Button variant="primary" isDisabled={!isKept} onPress={onClose}>
          {t("profile.security.codes_done")}
        </Button>
      }
    >
      <p className="text-ink-muted">{t("profile.security.codes_text")}</p>
      <ol
        dir="ltr"
        aria-label={t("profile.security.codes_title")}
        className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2 rounded-lg bg-sunken p-4 text-center text-base tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>
            <code className="font-strong">{code}</code>
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={codes.join("\n")} />
        <Button icon={Download} onPress={() => downloadText(`${site}-${username}.txt`, page)}>
          {t("profile.security.download")}
        </Button>
        <Button icon={Printer} onPress={() => printText(heading, codes, t("profile.security.codes_once"))}>
          {t("profile.security.print")}
        </Button>
      </div>
      <Checkbox isSelected={isKept} onChange={setIsKept} className="mt-5">
        {t("profile.security.codes_kept")}
      </Checkbox>
    </Modal>
  );
}
