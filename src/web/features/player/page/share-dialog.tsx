import { useId, useRef, useState } from "react";
import { copyText } from "#web/lib/copy-text.ts";
import { embedCode } from "#web/lib/embed-code.ts";
import { isShareProvider, shareLink } from "#web/lib/share-links.ts";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox } from "#web/ui/classes.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainCheckbox } from "#web/ui/plain/plain-checkbox.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";
import type { SharedMoment } from "./page-head.tsx";

interface ShareDialogProps {
  title: string;
  /** Services that the settings offer. */
  providers: readonly string[];
  link: URL;
  /** The same with the moment and the view that are seen; absent where there is none. */
  moment: SharedMoment | undefined;
  onClose: () => void;
}

const frameSize = { width: "800", height: "450" };

/** Link, moment, code for a web page, and the services of the settings. */
export function ShareDialog({ title, providers, link, moment, onClose }: ShareDialogProps) {
  const t = useText();
  const [isMoment, setIsMoment] = useState(false);
  const [said, setSaid] = useState("");
  const { href } = isMoment && moment ? moment.link : link;
  const tell = (isDone: boolean) =>
    setSaid(t(isDone ? "player.sharing.copied" : "player.sharing.copy_failed"));
  return (
    <PlainDialog title={t("player.sharing.title")} onClose={onClose}>
      <CopyField label={t("player.sharing.link")} value={href} onCopied={tell} />
      {moment && (
        <PlainCheckbox isSelected={isMoment} onChange={setIsMoment}>
          {moment.label}
        </PlainCheckbox>
      )}
      <CopyField
        label={t("player.sharing.embed")}
        value={embedCode(href, title, frameSize)}
        onCopied={tell}
      />
      <div className="flex flex-wrap gap-2">
        {providers.filter(isShareProvider).map((provider) => (
          <PlainLink
            key={provider}
            href={shareLink(provider, href, title)}
            look={{ variant: "secondary" }}
            isAside
            className="capitalize"
          >
            {provider}
          </PlainLink>
        ))}
      </div>
      <output className="min-h-5 text-ink-muted">{said}</output>
    </PlainDialog>
  );
}

interface CopyFieldProps {
  label: string;
  value: string;
  onCopied: (isDone: boolean) => void;
}

/** A text to be taken as it is. */
function CopyField({ label, value, onCopied }: CopyFieldProps) {
  const t = useText();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  async function copy(): Promise<void> {
    const isDone = await copyText(value);
    onCopied(isDone);
    if (!isDone) field.current?.select();
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          dir="ltr"
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          className={cx(fieldBox, controlHeight, "w-auto flex-1 text-ellipsis")}
        />
        <PlainButton onClick={() => void copy()}>{t("player.sharing.copy")}</PlainButton>
      </div>
    </div>
  );
}
