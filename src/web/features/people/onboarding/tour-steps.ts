import type { CurrentUser } from "#contract/auth.ts";
import { session } from "#web/lib/session.ts";
import type { TextKey, TextValues } from "#web/lib/translate.ts";
import { translate } from "#web/lib/words-on-screen.ts";

/** One stop of the tour. Texts are asked for when it is shown, in the language of that moment. */
export interface TourStep {
  readonly id: string;
  readonly title: () => string;
  readonly text: () => string;
  /** The screen it is on; the tour goes there first. Absent: wherever one is. */
  readonly path?: string;
  /** What it points at, as it stands now. Without one it is told in the middle of the screen. */
  readonly find?: () => Element | null;
  /** Whether it is for this person at all; a step that points at something also needs that to be there. */
  readonly isShown: () => boolean;
}

/** The tour of one person, from the greeting to the button that starts it again. */
export function tourSteps({ username, can }: Pick<CurrentUser, "username" | "can">): readonly TourStep[] {
  const name = () => username.trim() || say("onboarding.there");
  return [
    {
      id: "welcome",
      title: () => say("onboarding.welcome.title", { name: name() }),
      text: () => say("onboarding.welcome.text"),
      isShown: () => true,
    },
    step("dashboard", { path: "/dashboard", find: content }),
    step("projects", { path: "/projects", find: content }),
    step("create", { find: control("create"), isShown: () => can.create_project }),
    step("search", { find: control("search") }),
    step("visits", { path: "/visits", find: () => visible('nav a[href="/visits"]') ?? content() }),
    step("viewer", { path: "/visits", find: () => visible('#content a[href^="/viewer/"]') }),
    step("menu", { find: control("menu") }),
    step("notifications", { find: control("notifications") }),
    step("help", { find: control("wizard") }),
  ];
}

type StepId =
  | "dashboard"
  | "projects"
  | "create"
  | "search"
  | "visits"
  | "viewer"
  | "menu"
  | "notifications"
  | "help";

function step(id: StepId, where: Partial<TourStep>): TourStep {
  return {
    id,
    title: () => say(`onboarding.${id}.title`),
    text: () => say(`onboarding.${id}.text`),
    isShown: () => true,
    ...where,
  };
}

function say(key: TextKey, values: TextValues = {}): string {
  return translate.get()(key, { site: session.settings()?.website_name ?? "Sitewalk", ...values });
}

/** Around every screen; the screens themselves come and go within it. */
const content = () => document.querySelector("#content");

/** A control of the frame; the frame names the places, each of which begins with its control. */
const control = (place: string) => () => visible(`[data-tour="${place}"] > *`);

/** The first that takes up room on the screen: of two layouts one is there. */
function visible(selector: string): Element | null {
  return [...document.querySelectorAll(selector)].find((element) => element.checkVisibility()) ?? null;
}
