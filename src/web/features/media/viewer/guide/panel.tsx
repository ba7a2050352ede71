import { Link, Mic, MicOff, MousePointerClick, Users, X } from "lucide-react";
import { useEffect } from "react";
import { copyText } from "#web/lib/copy-text.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { buttonClass } from "#web/ui/button-style.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import { PlainTooltip } from "#web/ui/plain/plain-tooltip.tsx";
import type { Guide } from "./guide.ts";

const look = { variant: "onGlass", size: "lg" } as const;
const part = "guide";

/** Shows status and controls of a guided tour above the picture, until the tour is over. */
export function showPanel(guide: Guide): void {
  const { frame, signal } = guide;
  frame.mount(part, <GuidePanel guide={guide} />);
  frame.root.toggleAttribute("data-guided", true);
  signal.addEventListener("abort", () => {
    frame.mount(part, null);
    frame.root.toggleAttribute("data-guided", false);
  });
}

function GuidePanel({ guide }: { guide: Guide }) {
  const t = useText();
  const { frame, tour, line, leave } = guide;
  const state = useStore(line.state);
  const n = useStore(line.followers);
  // The invitation link.
  const address = new URL(frame.tour.link(false));
  address.searchParams.set("guide", tour.code);
  return (
    <section
      aria-label={t("viewer.guide.title")}
      data-state={state}
      {...(tour.is_host && { "data-link": address.href })}
      className="plate absolute inset-x-0 under-60 z-2 mx-auto flex w-fit max-w-[calc(100%-2*var(--edge)-120px)] items-center gap-2.5 p-1 ps-3.5 anim-fade-in compact:start-[calc(var(--edge)+58px)] compact:end-(--edge) compact:w-auto compact:max-w-120 compact:flex-wrap compact:justify-between compact:gap-y-1 compact:p-1.5 compact:ps-3.5 low:end-[calc(var(--edge)+58px)]"
    >
      <span className={cx("size-2 shrink-0 rounded-full", state === "on" ? "bg-north" : "bg-warn")} />
      <div className="grid min-w-0 leading-tight whitespace-nowrap compact:flex-[1_1_7rem] compact:whitespace-normal">
        <strong className="font-strong">
          {t(tour.is_host ? "viewer.guide.you_lead" : "viewer.guide.you_follow")}
        </strong>
        <output className="text-xs text-white/80">
          {state === "on"
            ? t(tour.is_host ? "viewer.guide.followers" : "viewer.guide.people", { n })
            : t(`viewer.guide.state.${state}`)}
        </output>
      </div>
      <div className="flex items-center">
        {tour.is_host ? <Invite guide={guide} address={address.href} /> : <Follow guide={guide} />}
        <Microphone guide={guide} />
        {tour.is_host && <Pointer guide={guide} />}
        {tour.meeting !== null && <Meeting href={tour.meeting} />}
        <PlainIconButton
          {...look}
          icon={X}
          label={t(tour.is_host ? "viewer.guide.end" : "viewer.guide.leave")}
          onPress={leave}
        />
      </div>
    </section>
  );
}

interface ToolProps {
  guide: Guide;
}

function Invite({ guide: { frame }, address }: ToolProps & { address: string }) {
  const t = useText();
  const copy = async () => {
    frame.toast((await copyText(address)) ? t("viewer.guide.invited") : address);
  };
  return (
    <PlainIconButton {...look} icon={Link} label={t("viewer.guide.invite")} onPress={() => void copy()} />
  );
}

function Microphone({ guide: { frame, line } }: ToolProps) {
  const t = useText();
  const state = useStore(line.voice.microphone);
  const isOn = state === "on";
  useEffect(() => {
    if (state === "denied") frame.toast(t("viewer.guide.no_microphone"));
  }, [state, frame, t]);
  return (
    <PlainIconButton
      {...look}
      icon={isOn ? Mic : MicOff}
      label={t(isOn ? "viewer.guide.mute" : "viewer.guide.speak")}
      isPressed={isOn}
      isDisabled={state === "asking"}
      onPress={() => void line.voice.toggle()}
    />
  );
}

function Pointer({ guide: { isPointing } }: ToolProps) {
  const t = useText();
  const isOn = useStore(isPointing);
  return (
    <PlainIconButton
      {...look}
      icon={MousePointerClick}
      label={t("viewer.guide.point")}
      isPressed={isOn}
      onPress={() => isPointing.set(!isOn)}
    />
  );
}

function Follow({ guide: { isFollowing } }: ToolProps) {
  const t = useText();
  const isOn = useStore(isFollowing);
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => isFollowing.set(!isOn)}
      className={cx(buttonClass({ variant: "primary" }), "mx-1")}
    >
      {t(isOn ? "viewer.guide.following" : "viewer.guide.follow_again")}
    </button>
  );
}

function Meeting({ href }: { href: string }) {
  const t = useText();
  const label = t("viewer.guide.meeting");
  return (
    <PlainTooltip text={label}>
      <a
        href={href}
        target="_blank"
        rel="noopener"
        aria-label={label}
        className="inline-flex h-10 min-w-10 cursor-default items-center justify-center rounded-[8px] text-ink hover:bg-glass-hover touch:h-11 touch:min-w-11"
      >
        <Icon of={Users} className="size-5" />
      </a>
    </PlainTooltip>
  );
}
