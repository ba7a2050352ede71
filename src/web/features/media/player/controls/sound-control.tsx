import { Volume2, VolumeX } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { PlainSlider } from "#web/ui/plain/plain-slider.tsx";
import { isSilent, setVolume, toggleSound } from "../sound.ts";
import { useVideo } from "../use-video.ts";
import { Control } from "./control.tsx";

const soundEvents = ["volumechange"] as const;

/** Whether the sound is off. */
export const useSilence = (video: HTMLVideoElement): boolean => useVideo(video, soundEvents, isSilent);

/** Button and slider. Phones have volume keys of their own: there is only the button. */
export function SoundControl({ video }: { video: HTMLVideoElement }) {
  const t = useText();
  const isMute = useSilence(video);
  const level = useVideo(video, soundEvents, () => (isSilent(video) ? 0 : video.volume));
  return (
    <>
      <Control
        icon={isMute ? VolumeX : Volume2}
        label={t(isMute ? "player.unmute" : "player.mute")}
        onPress={() => toggleSound(video)}
      />
      <PlainSlider
        label={t("player.volume")}
        maxValue={1}
        step={0.05}
        value={level}
        onChange={(value) => setVolume(video, value)}
        className="ms-0.5 me-1.5 w-18 max-[35rem]:hidden touch:hidden"
      />
    </>
  );
}
