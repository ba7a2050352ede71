import { copyText } from "#web/lib/copy-text.ts";
import { watch } from "#web/lib/store.ts";
import { element, icon, iconButton, relabel } from "../element.ts";
import type { Guide } from "./guide.ts";

/** What a guided tour says of itself and lets one do, above the picture. */
export function guidePanel(guide: Guide): HTMLElement {
  const { frame, tour, line, life } = guide;
  const { speaker } = frame;
  const title = element("strong", { class: "guide-title" });
  const detail = element("span", { class: "guide-detail", role: "status" });
  const words = () => {
    const state = line.state.get();
    const n = line.followers.get();
    title.textContent = speaker.say(tour.is_host ? "guide.you_lead" : "guide.you_follow");
    detail.textContent =
      state === "on"
        ? speaker.say(tour.is_host ? "guide.followers" : "guide.people", { n })
        : speaker.say(`guide.state.${state}`);
    panel.dataset["state"] = state;
  };
  const panel = element(
    "section",
    { class: "plate guide", "aria-label": speaker.say("guide.title") },
    element("span", { class: "guide-dot" }),
    element("div", { class: "guide-words" }, title, detail),
    element("div", { class: "guide-tools" }, ...tools(guide)),
  );
  watch(line.state, life, words);
  watch(line.followers, life, words);
  return panel;
}

function tools(guide: Guide): HTMLElement[] {
  const { frame, tour, leave } = guide;
  const { speaker } = frame;
  const end = iconButton("close", speaker.say(tour.is_host ? "guide.end" : "guide.leave"), leave);
  const meeting = tour.meeting === null ? [] : [meetingLink(tour.meeting, speaker.say("guide.meeting"))];
  return tour.is_host
    ? [inviteButton(guide), microphone(guide), pointer(guide), ...meeting, end]
    : [followButton(guide), microphone(guide), ...meeting, end];
}

/** The address that lets others follow. */
function inviteButton({ frame: { tour: walk, speaker, toast }, tour }: Guide): HTMLElement {
  const address = new URL(walk.link(false));
  address.searchParams.set("guide", tour.code);
  const button = iconButton("link", speaker.say("guide.invite"), () => {
    void copyText(address.href).then((isCopied) =>
      toast(isCopied ? speaker.say("guide.invited") : address.href),
    );
  });
  button.dataset["link"] = address.href;
  return button;
}

function microphone({ frame: { speaker, toast }, line: { voice }, life }: Guide): HTMLElement {
  const button = iconButton("microphone", "", () => void voice.toggle());
  watch(voice.microphone, life, (state) => {
    const isOn = state === "on";
    relabel(button, isOn ? "microphone" : "muted", speaker.say(isOn ? "guide.mute" : "guide.speak"));
    button.setAttribute("aria-pressed", String(isOn));
    button.disabled = state === "asking";
    if (state === "denied") toast(speaker.say("guide.no_microphone"));
  });
  return button;
}

function pointer({ frame: { speaker }, isPointing, life }: Guide): HTMLElement {
  const button = iconButton("pointer", speaker.say("guide.point"), () => isPointing.set(!isPointing.get()));
  watch(isPointing, life, (isOn) => button.setAttribute("aria-pressed", String(isOn)));
  return button;
}

function followButton({ frame: { speaker }, isFollowing, life }: Guide): HTMLElement {
  const button = element("button", {
    type: "button",
    class: "button guide-follow",
    onclick: () => isFollowing.set(!isFollowing.get()),
  });
  watch(isFollowing, life, (isOn) => {
    button.textContent = speaker.say(isOn ? "guide.following" : "guide.follow_again");
    button.setAttribute("aria-pressed", String(isOn));
  });
  return button;
}

function meetingLink(href: string, label: string): HTMLElement {
  return element(
    "a",
    { class: "tool", href, target: "_blank", rel: "noopener", "aria-label": label, title: label },
    icon("people"),
  );
}
