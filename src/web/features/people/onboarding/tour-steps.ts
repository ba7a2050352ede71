import type { CurrentUser } from "#contract/auth.ts";
import { session } from "#web/lib/session.ts";
import type { TextKey, TextValues } from "#web/lib/translate.ts";
import { translate } from "#web/lib/words-on-screen.ts";

/** One step of the tour. Texts are resolved when it is shown, in the language of that moment. */
export interface TourStep {
  readonly id: string;
  readonly title: () => string;
  readonly text: () => string;
  /** The screen of the step; the tour navigates there first. Undefined: any screen. */
  readonly path?: string;
  /** Finds the step's target now. Without one the text is shown in the middle of the screen. */
  readonly find?: () => Element | null;
  /** Whether it applies to this user; a step with a target also needs that to be on the page. */
  readonly isShown: () => boolean;
}

/** The tour of a user, from the greeting to the button that restarts it. */
export function tourSteps({
  first_name,
  username,
  can,
}: Pick<CurrentUser, "first_name" | "username" | "can">): readonly TourStep[] {
  const name = () => first_name.trim() || username.trim() || say("onboarding.there");
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

/** Container of all screens; the screens themselves are mounted and unmounted within it. */
const content = () => document.querySelector("#content");

/** A control of the frame, which marks its containers; each begins with its control. */
const control = (place: string) => () => visible(`[data-tour="${place}"] > *`);

/** The first one that is visible: of two layouts, only one is. */
function visible(selector: string): Element | null {
  return [...document.querySelectorAll(selector)].find((element) => element.checkVisibility()) ?? null;
}
