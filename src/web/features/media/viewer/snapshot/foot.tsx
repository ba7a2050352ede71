import { Check, Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "#web/lib/client.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { useFrame } from "../frame.ts";
import type { Editor } from "./editor.ts";
import { type Drawn, downloadSnapshot, sendSnapshot } from "./keep.ts";

const field = cx(fieldBox, controlHeight, "w-auto flex-[1_1_14rem]");

interface FootProps {
  drawn: Drawn;
  note: string;
  setNote: (note: string) => void;
  onDone: () => void;
}

/** The note and the two actions: download, and save to the visit with the permission. */
export function Foot({ drawn, note, setNote, onDone }: FootProps) {
  const t = useText();
  const frame = useFrame();
  const mayKeep = useStore(frame.tour.visit).can["add_snapshot"] === true;
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState("");
  const send = async () => {
    setIsSending(true);
    setFailure("");
    try {
      await sendSnapshot(frame, drawn, note);
      onDone();
      frame.toast(t("viewer.snapshot.saved"));
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : "";
      setFailure(t("viewer.snapshot.failed", { reason }));
      setIsSending(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Writing editor={drawn.editor} />
      {/* A guest's download has no note. */}
      {mayKeep && (
        <input
          aria-label={t("viewer.snapshot.note")}
          placeholder={t("viewer.snapshot.note_hint")}
          maxLength={1000}
          dir="auto"
          value={note}
          onChange={(event) => setNote(event.target.value)}
          className={field}
        />
      )}
      <PlainButton onClick={() => void downloadSnapshot(frame, drawn)}>
        <Icon of={Download} size="sm" />
        {t("viewer.snapshot.download")}
      </PlainButton>
      {mayKeep && (
        <PlainButton variant="primary" isPending={isSending} onClick={() => void send()}>
          {!isSending && <Icon of={Check} size="sm" />}
          {t(isSending ? "viewer.snapshot.saving" : "viewer.snapshot.save")}
        </PlainButton>
      )}
      <p role="alert" className="basis-full text-bad-text empty:hidden">
        {failure}
      </p>
    </div>
  );
}

/** Text field of the selected text; focused when one is selected. */
function Writing({ editor }: { editor: Editor }) {
  const t = useText();
  const selected = useStore(editor.selected);
  useStore(editor.changes);
  const input = useRef<HTMLInputElement>(null);
  const { words } = editor;
  const isShown = words !== undefined;
  useEffect(() => {
    if (!isShown || selected < 0) return;
    // After the press that created it, which would take the focus back.
    const asked = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(asked);
  }, [selected, isShown]);
  if (words === undefined) return null;
  return (
    <input
      ref={input}
      aria-label={t("viewer.snapshot.write")}
      placeholder={t("viewer.snapshot.write")}
      maxLength={200}
      dir="auto"
      value={words}
      onChange={(event) => editor.write(event.target.value)}
      className={field}
    />
  );
}
