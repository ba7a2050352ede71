import { useEffect, useRef, useState } from "react";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { addShareTexts, addSharingTexts } from "#web/shell/sharing/share-texts.ts";
import { VisitShare } from "#web/shell/sharing/visit-share.tsx";
import { PlainCheckbox } from "#web/ui/plain/plain-checkbox.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import { type Frame, roomName, useFrame } from "../frame.ts";
import { pointKey } from "../point-key.ts";

/** Opens the share dialog, unless another dialog is open. */
export async function openShare(frame: Frame): Promise<void> {
  const { language } = frame.speaker;
  await Promise.all([addShareTexts(language), addSharingTexts(language)]);
  if (frame.signal.aborted || frame.root.querySelector("dialog[open]") !== null) return;
  frame.mount("share", <ShareDialog onClose={() => frame.mount("share", null)} />);
}

/** The link to the view, the channels to send it, and, with the permission, the access settings. */
function ShareDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const frame = useFrame();
  const { tour, settings } = frame;
  const { id_visit, name, can } = useStore(tour.visit);
  const room = useStore(tour.room);
  const [isExact, setIsExact] = useState(true);
  // The picture may turn behind the dialog; the link keeps the view of the moment it opened.
  const [url, setUrl] = useState(() => linkTo(frame, true));
  const link = useRef<HTMLInputElement>(null);
  useEffect(() => link.current?.focus(), []);
  const begin = (exactly: boolean) => {
    setIsExact(exactly);
    setUrl(linkTo(frame, exactly));
  };
  return (
    <PlainDialog title={t("viewer.share.title")} onClose={onClose}>
      <VisitShare
        rulesOf={can["share"] === true ? id_visit : null}
        url={url}
        name={name}
        text={room ? t("viewer.share.message", { visit: name, room: roomName(frame, room) }) : name}
        offered={settings.share_providers}
        isFolded
        linkRef={link}
      >
        {tour.panorama && (
          <PlainCheckbox isSelected={isExact} onChange={begin}>
            {t("viewer.share.exact")}
          </PlainCheckbox>
        )}
      </VisitShare>
    </PlainDialog>
  );
}

/** The room's address; when exact, with the view and the open point. */
function linkTo({ tour }: Frame, isExact: boolean): string {
  const link = tour.link(isExact);
  const point = isExact ? tour.opened.get() : null;
  if (point === null) return link;
  const url = new URL(link);
  if (url.pathname.split("/").length === 4) url.pathname += `/${pointKey(point)}`;
  return url.href;
}
