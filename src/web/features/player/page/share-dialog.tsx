import { useId, useRef, useState } from "react";
import { copyText } from "#web/lib/copy-text.ts";
import { embedCode } from "#web/lib/embed-code.ts";
import { isShareProvider, shareLink } from "#web/lib/share-links.ts";
import { cx } from "#web/ui/classes.ts";
import { PlayerButton, playerButtonClass, playerButtonGround } from "../controls/player-button.tsx";
import { PlayerDialog } from "../controls/player-dialog.tsx";
import { usePlayerWords } from "../words.ts";
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
  const { say } = usePlayerWords();
  const [isMoment, setIsMoment] = useState(false);
  const [said, setSaid] = useState("");
  const { href } = isMoment && moment ? moment.link : link;
  const tell = (isDone: boolean) => setSaid(say(isDone ? "sharing.copied" : "sharing.copy_failed"));
  return (
    <PlayerDialog title={say("sharing.title")} onClose={onClose}>
      <CopyField label={say("sharing.link")} value={href} onCopied={tell} />
      {moment && (
        <label className="flex min-h-10 cursor-pointer items-center gap-2.5 touch:min-h-11">
          <input
            type="checkbox"
            checked={isMoment}
            onChange={(event) => setIsMoment(event.currentTarget.checked)}
            className="size-4.5 accent-brand"
          />
          <span>{moment.label}</span>
        </label>
      )}
      <CopyField label={say("sharing.embed")} value={embedCode(href, title, frameSize)} onCopied={tell} />
      <div className="flex flex-wrap gap-2">
        {providers.filter(isShareProvider).map((provider) => (
          <a
            key={provider}
            href={shareLink(provider, href, title)}
            target="_blank"
            rel="noopener"
            className={cx(playerButtonClass, playerButtonGround, "capitalize")}
          >
            {provider}
          </a>
        ))}
      </div>
      <output className="min-h-5 text-ink-muted">{said}</output>
    </PlayerDialog>
  );
}

interface CopyFieldProps {
  label: string;
  value: string;
  onCopied: (isDone: boolean) => void;
}

/** A text to be taken as it is. */
function CopyField({ label, value, onCopied }: CopyFieldProps) {
  const { say } = usePlayerWords();
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
          className="h-10 min-w-32 flex-1 rounded-md border border-line-strong bg-sunken px-3 text-ellipsis touch:h-11"
        />
        <PlayerButton onPress={() => void copy()}>{say("sharing.copy")}</PlayerButton>
      </div>
    </div>
  );
}
