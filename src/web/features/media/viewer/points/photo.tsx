import { X } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";

export interface PhotoProps {
  address: string;
  name: string;
  thumbnail?: string;
  /** Class of the picture in the card. */
  className?: string;
}

/** A photo that opens enlarged. */
export function Photo({ address, name, thumbnail = address, className }: PhotoProps) {
  const t = useText();
  const [isLarge, setIsLarge] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`${t("viewer.points.photo_large")}: ${name}`}
        onClick={() => setIsLarge(true)}
        className="block shrink-0 cursor-zoom-in overflow-hidden rounded-md bg-sunken"
      >
        <img src={thumbnail} alt="" loading="lazy" className={cx("block w-full", className)} />
      </button>
      {isLarge && <LargePhoto address={address} name={name} onClose={() => setIsLarge(false)} />}
    </>
  );
}

/** A press anywhere or Escape closes it. */
function LargePhoto({ address, name, onClose }: { address: string; name: string; onClose: () => void }) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const own = dialog.current;
    if (own !== null && !own.open) own.showModal();
    return () => own?.close();
  }, []);
  const close = () => dialog.current?.close();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the key is Escape, which the browser itself takes for closing
    <dialog
      ref={dialog}
      aria-label={name}
      onClose={onClose}
      onClick={close}
      // Keeps Escape from also closing the card that it opened from.
      onKeyDown={(event) => event.stopPropagation()}
      className="m-0 size-full max-h-none max-w-none cursor-zoom-out bg-sunken/95 p-0"
    >
      <img src={address} alt={name} className="size-full object-contain" />
      <span className="absolute end-3 top-3">
        <PlainIconButton
          variant="onGlass"
          size="lg"
          icon={X}
          label={t("viewer.actions.close")}
          hasTooltip={false}
          onPress={close}
          className="bg-glass"
        />
      </span>
    </dialog>
  );
}
