import { CircleAlert, SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useMediaQuery } from "#web/lib/media-query.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { cx, fieldBox } from "#web/ui/classes.ts";
import { Counter } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { keepDraft, readDraft } from "./drafts.ts";
import { useSendMessage } from "./inbox.changes.ts";

/**
 * The message field. Enter sends on a keyboard and begins a line on touch screens, where the button sends; with Ctrl or
 * Cmd it always sends. The text stays until it has reached the server, also through a reload.
 */
export function Composer({ peer, name }: { peer: number; name: string }) {
  const t = useText();
  const { id: me } = useSignedInUser();
  const isTouch = useMediaQuery("(pointer: coarse)");
  const [text, setText] = useState(() => readDraft(me, peer));
  const area = useRef<HTMLTextAreaElement>(null);
  const send = useSendMessage();
  useEffect(() => {
    // Keeps the focus on an input or menu that the user has moved to meanwhile.
    if (!document.activeElement?.closest("input, textarea, [role=menu], [role=dialog], [role=alertdialog]"))
      focusOnMount(area.current);
  }, []);
  const change = (next: string) => {
    setText(next);
    keepDraft(me, peer, next);
    if (send.isError) send.reset();
  };
  const submit = () => {
    if (text.trim() === "" || send.isPending) return;
    send.mutate(
      { recipient_id: peer, content: text },
      {
        onSuccess: () => {
          // Text typed meanwhile stays.
          setText((now) => (now === text ? "" : now));
          area.current?.focus();
        },
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isWanted = event.ctrlKey || event.metaKey || (!event.shiftKey && !isTouch);
    if (event.key !== "Enter" || !isWanted || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <div className="flex shrink-0 flex-col gap-2 border-t border-line px-4 py-3">
      {send.isError && <NotSent error={send.error} onRetry={submit} />}
      <div className="flex items-end gap-2">
        <textarea
          ref={area}
          aria-label={t("messages.composer.label", { name })}
          placeholder={t("messages.composer.placeholder")}
          value={text}
          maxLength={limits.message.content}
          readOnly={send.isPending}
          rows={1}
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
          className={cx(
            fieldBox,
            "field-sizing-content max-h-40 min-h-9 flex-1 resize-none py-[0.45rem] focus:border-accent-text focus:shadow-[0_0_0_1px_var(--accent-text)] touch:min-h-11 touch:py-2.5",
          )}
        />
        <Button
          variant="primary"
          icon={SendHorizontal}
          aria-label={t(send.isPending ? "messages.composer.sending" : "messages.composer.send")}
          isDisabled={text.trim() === ""}
          isPending={send.isPending}
          onPress={submit}
          className="px-3 touch:min-w-11 rtl:[&_svg]:-scale-x-100"
        >
          <span className="max-md:sr-only">{t("messages.composer.send")}</span>
        </Button>
      </div>
      <div className="flex justify-between gap-4 text-xs text-ink-muted">
        <span>{!isTouch && t("messages.composer.hint_enter")}</span>
        <Counter length={text.length} max={limits.message.content} />
      </div>
    </div>
  );
}

function NotSent({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  return (
    <div
      role="alert"
      className="flex items-center gap-2.5 rounded-md bg-bad-soft py-1.5 ps-3 pe-1.5 text-bad-text"
    >
      <Icon of={CircleAlert} size="sm" />
      <p className="min-w-0 flex-1">
        <span className="font-strong">{t("messages.composer.failed")}.</span> {errorText(error, t)}
      </p>
      <Button size="sm" variant="quietDanger" onPress={onRetry}>
        {t("messages.composer.retry")}
      </Button>
    </div>
  );
}
