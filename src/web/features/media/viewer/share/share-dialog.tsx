import { useEffect, useRef, useState } from "react";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { addShareTexts, addSharingTexts } from "#web/shell/sharing/share-texts.ts";
import { VisitShare } from "#web/shell/sharing/visit-share.tsx";
import { PlainCheckbox } from "#web/ui/plain/plain-checkbox.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import { type Frame, roomName, useFrame } from "../frame.ts";
import { pointKey } from "../point-key.ts";

/** Opens the dialog that hands on what is seen, over no other one. */
export async function openShare(frame: Frame): Promise<void> {
  const { language } = frame.speaker;
  await Promise.all([addShareTexts(language), addSharingTexts(language)]);
  if (frame.signal.aborted || frame.root.querySelector("dialog[open]") !== null) return;
  frame.mount("share", <ShareDialog onClose={() => frame.mount("share", null)} />);
}

/** The link to what is seen, the ways to send it, and for those who may: who can open it. */
function ShareDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const frame = useFrame();
  const { tour, settings } = frame;
  const { id_visit, name, can } = useStore(tour.visit);
  const room = useStore(tour.room);
  const [isExact, setIsExact] = useState(true);
  // The picture may turn on behind the dialog; the link is one to what was seen.
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

/** The address of the room; exactly, with the view and the point that is open in it. */
function linkTo({ tour }: Frame, isExact: boolean): string {
  const link = tour.link(isExact);
  const point = isExact ? tour.opened.get() : null;
  if (point === null) return link;
  const url = new URL(link);
  if (url.pathname.split("/").length === 4) url.pathname += `/${pointKey(point)}`;
  return url.href;
}
