import { Camera, ImagePlus, Images, MapPin, QrCode, X } from "lucide-react";
import { useState } from "react";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { buttonClass } from "#web/ui/button-style.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import { atFoot } from "../edit/edit-layer.tsx";
import { type Frame, roomName, useFrame } from "../frame.ts";
import { fetchTexts } from "../more-texts.ts";

/** After a scanned label: where the user stands, and what can be added there. */
export async function showHere(frame: Frame, code: string): Promise<void> {
  await fetchTexts(frame.speaker, "common", "spot_codes");
  if (!frame.signal.aborted) frame.mount("here", <HerePanel code={code} />);
}

/** Takes the code of the label out of the address: after a reload the panel stays closed. */
function leaveAddress(): void {
  const url = new URL(location.href);
  url.searchParams.delete("here");
  history.replaceState(history.state, "", url);
}

function HerePanel({ code }: { code: string }) {
  const t = useText();
  const frame = useFrame();
  const { tour } = frame;
  const room = useStore(tour.room);
  const { can, visit_date } = useStore(tour.visit);
  // The label names this room: in the next one the panel would be wrong.
  const [scanned] = useState(room?.id);
  const close = () => {
    leaveAddress();
    frame.mount("here", null);
  };
  if (room === undefined || room.id !== scanned) return null;
  const start = (act: () => Promise<void>) => () => {
    close();
    act().catch(() => frame.toast(frame.speaker.say("points.failed")));
  };
  const snag = async () => (await import("../edit/snag.tsx")).pinSnag(frame);
  const photo = async () => (await import("../edit/info.tsx")).pinPhoto(frame);
  const mayPin = tour.panorama !== undefined;
  return (
    <section
      aria-label={t("spot_codes.here.title", { name: roomName(frame, room) })}
      className={`${atFoot} above-112! low:edge-bottom! w-full! max-w-[min(34rem,calc(100%-2*var(--edge)))]! flex-col items-stretch! gap-2.5 p-3! low:max-w-100!`}
    >
      <div className="flex items-start gap-2.5">
        <Icon of={QrCode} className="mt-1 size-5 shrink-0 text-accent-text" />
        <p className="min-w-0 flex-1">
          <span className="own-direction block truncate font-strong">
            {t("spot_codes.here.title", { name: roomName(frame, room) })}
          </span>
          <span className="block text-sm text-white/78">
            {t("spot_codes.here.newest", { date: frame.speaker.date(visit_date) })}
          </span>
        </p>
        <PlainIconButton
          variant="onGlass"
          size="lg"
          icon={X}
          label={t("spot_codes.here.close")}
          hasTooltip={false}
          onPress={close}
        />
      </div>
      <div className="flex flex-wrap gap-2 *:flex-auto">
        {mayPin && can["add_snag"] === true && (
          <PlainButton variant="primary" onClick={start(snag)} className="min-h-11">
            <Icon of={MapPin} className="size-4.5" />
            {t("spot_codes.here.add_snag")}
          </PlainButton>
        )}
        {mayPin && can["edit"] === true && (
          <PlainButton onClick={start(photo)} className="min-h-11">
            <Icon of={ImagePlus} className="size-4.5" />
            {t("spot_codes.here.add_photo")}
          </PlainButton>
        )}
        {can["edit"] === true && (
          <a href={`/q/${code}?add=photo`} className={`${buttonClass({ variant: "secondary" })} min-h-11`}>
            <Icon of={Camera} className="size-4.5" />
            {t("spot_codes.here.add_site_photo")}
          </a>
        )}
        {can["edit"] === true && (
          <a href={`/q/${code}?add=360`} className={`${buttonClass({ variant: "secondary" })} min-h-11`}>
            <Icon of={Images} className="size-4.5" />
            {t("spot_codes.here.add_room")}
          </a>
        )}
      </div>
    </section>
  );
}
