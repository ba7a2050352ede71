import { X } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import type { Frame } from "../frame.ts";
import { colors } from "./colors.ts";
import { Editor } from "./editor.ts";
import { Foot } from "./foot.tsx";
import type { Taken } from "./keep.ts";
import { ToolBar } from "./tool-bar.tsx";

/** Wider pictures do not help a report, and are slow on a site's connection. Pixels. */
const widest = 2560;

/** Opens the captured view for drawing; resolves when it is open. */
export async function openSnapshot(frame: Frame, taken: Taken): Promise<void> {
  const picture = await createImageBitmap(taken.file);
  if (frame.signal.aborted) return;
  const close = () => frame.mount("snapshot", null);
  frame.mount("snapshot", <SnapshotDialog taken={taken} picture={picture} onClose={close} />);
}

interface SnapshotDialogProps {
  taken: Taken;
  picture: ImageBitmap;
  onClose: () => void;
}

function SnapshotDialog({ taken, picture, onClose }: SnapshotDialogProps) {
  const t = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [editor] = useState(() => new Editor(picture, colors.red));
  const [note, setNote] = useState("");
  const [isLeaving, setIsLeaving] = useState(false);
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const stop = editor.drawOn(canvas.current);
    canvas.current.focus({ preventScroll: true });
    return () => {
      stop();
      picture.close();
    };
  }, [editor, picture]);
  // Asks before a drawing is discarded, for accidental presses.
  const mayClose = () => {
    const hasWork = editor.shapes.length > 0 || note.trim() !== "";
    setIsLeaving(hasWork);
    return !hasWork;
  };
  const scale = Math.min(1, widest / picture.width);
  return (
    <>
      <PlainDialog
        title={t("viewer.snapshot.title")}
        width="screen"
        mayClose={mayClose}
        onClose={onClose}
        className="grid grid-rows-[auto_minmax(0,1fr)_auto] gap-2 pt-[max(8px,env(safe-area-inset-top))] pr-[max(8px,env(safe-area-inset-right))] pb-[max(8px,env(safe-area-inset-bottom))] pl-[max(8px,env(safe-area-inset-left))]"
      >
        <div className="flex items-start justify-between gap-2">
          <ToolBar editor={editor} />
          <PlainIconButton
            variant="onGlass"
            size="lg"
            icon={X}
            label={t("viewer.actions.close")}
            onPress={() => mayClose() && onClose()}
          />
        </div>
        <div className="relative min-h-0">
          <canvas
            ref={canvas}
            tabIndex={0}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn on, which no picture of a file is
            role="img"
            aria-label={t("viewer.snapshot.picture")}
            width={Math.round(picture.width * scale)}
            height={Math.round(picture.height * scale)}
            className="absolute inset-0 m-auto max-h-full max-w-full cursor-crosshair touch-none rounded-md"
          />
        </div>
        <Foot drawn={{ taken, editor }} note={note} setNote={setNote} onDone={onClose} />
      </PlainDialog>
      {isLeaving && <LeaveQuestion onStay={() => setIsLeaving(false)} onLeave={onClose} />}
    </>
  );
}

function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useText();
  return (
    <PlainDialog title={t("viewer.snapshot.leave_title")} onClose={onStay}>
      <p className="text-ink-muted">{t("viewer.snapshot.leave_text")}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <PlainButton onClick={onStay}>{t("viewer.snapshot.stay")}</PlainButton>
        <PlainButton variant="primary" onClick={onLeave}>
          {t("viewer.snapshot.leave")}
        </PlainButton>
      </div>
    </PlainDialog>
  );
}
