import { Volume2, VolumeX } from "lucide-react";
import { cx } from "#web/ui/classes.ts";
import { isSilent, setVolume, toggleSound } from "../sound.ts";
import { useVideo } from "../use-video.ts";
import { usePlayerWords } from "../words.ts";
import { Control } from "./control.tsx";
import { rangeClass } from "./range.ts";

const soundEvents = ["volumechange"] as const;

/** Whether it is not heard. */
export const useSilence = (video: HTMLVideoElement): boolean => useVideo(video, soundEvents, isSilent);

/** Button and slider. Phones have keys of their own for how loud it is: there the button stands alone. */
export function SoundControl({ video }: { video: HTMLVideoElement }) {
  const { say } = usePlayerWords();
  const isMute = useSilence(video);
  const level = useVideo(video, soundEvents, () => (isSilent(video) ? 0 : video.volume));
  return (
    <>
      <Control
        icon={isMute ? VolumeX : Volume2}
        label={say(isMute ? "unmute" : "mute")}
        onPress={() => toggleSound(video)}
      />
      <span className="relative ms-0.5 me-1.5 h-10 w-18 max-[35rem]:hidden touch:hidden">
        <span className="absolute inset-x-0 top-[calc(50%-2px)] h-1 overflow-hidden rounded-full bg-white/30">
          <span className="block h-full bg-white" style={{ inlineSize: `${100 * level}%` }} />
        </span>
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={level}
          aria-label={say("volume")}
          onChange={(event) => setVolume(video, event.currentTarget.valueAsNumber)}
          className={cx(rangeClass, "absolute inset-0 size-full")}
        />
      </span>
    </>
  );
}
