import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { usePlayerWords } from "../words.ts";
import { Control } from "./control.tsx";

interface PlayerDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog over the player, also in full screen; closed by its button, by Escape and by a press beside it. */
export function PlayerDialog({ title, onClose, children }: PlayerDialogProps) {
  const { say } = usePlayerWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const own = dialog.current;
    if (own !== null && !own.open) own.showModal();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the key is Escape, which the browser itself takes for closing
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === dialog.current) dialog.current.close();
      }}
      className="m-auto w-full max-w-104 rounded-lg bg-raised p-0 text-ink shadow-float backdrop:bg-veil open:anim-rise-in max-sm:max-w-[calc(100%-1.5rem)]"
    >
      <div className="flex flex-col gap-3 p-5 pt-3">
        <div className="-me-2.5 flex items-center justify-between">
          <h2 className="text-lg font-strong">{title}</h2>
          <Control icon={X} label={say("close")} onPress={() => dialog.current?.close()} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
