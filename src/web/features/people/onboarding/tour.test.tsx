import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { Settings } from "#contract/settings.ts";
import { ok } from "#test/web/api-server.ts";
import { session } from "#web/lib/session.ts";
import type { TextKey } from "#web/lib/translate.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { openScreen, person, publicSettings } from "#web/testing/open-screen.tsx";
import { say, says } from "#web/testing/say.ts";
import { navigationDelay, startTour } from "./tour.ts";
import { frameOptions } from "./tour-frame.ts";
import { tourState } from "./tour-state.ts";
import { type TourStep, tourSteps } from "./tour-steps.ts";

const wizardOn = { ...publicSettings, enable_wizard: true };
const calm = { matches: true } as MediaQueryList;

beforeEach(() => {
  // Without animation every step appears at once.
  const ask = globalThis.matchMedia;
  vi.stubGlobal("matchMedia", (query: string) =>
    query.includes("reduced-motion") ? Object.assign(new EventTarget(), calm) : ask(query),
  );
  // jsdom has no layout: every element counts as visible.
  Element.prototype.checkVisibility = () => true;
  Element.prototype.scrollIntoView = () => undefined;
  session.setUser(person);
});

afterEach(async () => {
  await userEvent.keyboard("{Escape}");
  act(() => tourState.withdraw());
  session.setUser(undefined);
  vi.unstubAllGlobals();
});

const stop = (id: string, more: Partial<TourStep> = {}): TourStep => ({
  id,
  title: () => `Step ${id}`,
  text: () => `About ${id}`,
  isShown: () => true,
  ...more,
});

function tour(steps: readonly TourStep[], go: (path: string) => void = () => undefined): void {
  tourState.begin();
  startTour({ user: person, go, steps });
}

const press = (key: TextKey) => userEvent.click(screen.getByRole("button", { name: say(key) }));
const shown = () => screen.queryByRole("dialog")?.querySelector("[role=heading]")?.textContent;
const completed = () => localStorage.getItem("onboardingCompleted");

describe("the tour", () => {
  it("is not started, then active, then complete after Next on the last step", async () => {
    await renderIn("en", <main />);
    expect(tourState.get()).toBe("not started");
    tour([stop("one"), stop("two")]);
    await screen.findByRole("dialog", { name: "Step one", description: "About one" });
    expect(tourState.get()).toBe("active");
    expect(completed()).toBeNull();
    await press("onboarding.next");
    await screen.findByRole("dialog", { name: "Step two" });
    expect(screen.queryByRole("button", { name: say("onboarding.next") })).toBeNull();
    await press("onboarding.done");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(tourState.get()).toBe("complete");
    expect(completed()).toBe("true");
  });

  it.each([
    ["Escape", () => userEvent.keyboard("{Escape}")],
    ["its cross", () => press("onboarding.close")],
  ])("is cancelled by %s, asks nothing, and counts as shown", async (_, cancel) => {
    await renderIn("en", <main />);
    tour([stop("one"), stop("two")]);
    await screen.findByRole("dialog");
    await cancel();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(tourState.get()).toBe("cancelled");
    expect(completed()).toBe("true");
  });

  it("goes back to the preceding step, and offers no way back from the first", async () => {
    await renderIn("en", <main />);
    tour([stop("one"), stop("two")]);
    await screen.findByRole("dialog", { name: "Step one" });
    expect(screen.queryByRole("button", { name: say("onboarding.back") })).toBeNull();
    await press("onboarding.next");
    await screen.findByRole("dialog", { name: "Step two" });
    await press("onboarding.back");
    await screen.findByRole("dialog", { name: "Step one" });
  });

  it.each<[Language, string, string]>([
    ["en", "{ArrowRight}", "{ArrowLeft}"],
    ["ar", "{ArrowLeft}", "{ArrowRight}"],
  ])("follows the arrow keys in reading direction (%s)", async (language, forward, back) => {
    await renderIn(language, <main />);
    tour([stop("one"), stop("two"), stop("three")]);
    await waitFor(() => expect(shown()).toBe("Step one"));
    await userEvent.keyboard(forward);
    await userEvent.keyboard(forward);
    await waitFor(() => expect(shown()).toBe("Step three"));
    await userEvent.keyboard(back);
    await waitFor(() => expect(shown()).toBe("Step two"));
  });

  it("skips, in both directions and in its count, hidden steps and those without a target", async () => {
    await renderIn("en", <main id="place" />);
    tour([
      stop("one"),
      stop("hidden", { isShown: () => false }),
      stop("lost", { find: () => document.querySelector("#nowhere") }),
      stop("four", { find: () => document.querySelector("#place") }),
    ]);
    await screen.findByText(say("onboarding.progress", { step: 1, total: 2 }));
    await press("onboarding.next");
    await screen.findByRole("dialog", { name: "Step four" });
    expect(screen.getByText(say("onboarding.progress", { step: 2, total: 2 }))).toBeDefined();
    await press("onboarding.back");
    await screen.findByRole("dialog", { name: "Step one" });
  });

  it("goes to the screen of a step and gives it half a second", async () => {
    expect(navigationDelay).toBe(500);
    await renderIn("en", <main id="place" />);
    const gone: string[] = [];
    tour(
      [stop("one"), stop("two", { path: "/elsewhere", find: () => document.querySelector("#place") })],
      (path) => gone.push(path),
    );
    await screen.findByRole("dialog", { name: "Step one" });
    const from = performance.now();
    await press("onboarding.next");
    expect(gone).toEqual(["/elsewhere"]);
    expect(shown()).toBe("Step one");
    await screen.findByRole("dialog", { name: "Step two" });
    expect(performance.now() - from).toBeGreaterThanOrEqual(495);
  });

  it("continues in the middle of the screen when its target disappears", async () => {
    await renderIn("en", <div id="around" />);
    const target = document.createElement("button");
    document.querySelector("#around")?.append(target);
    tour([stop("one", { find: () => document.querySelector("#around > button") }), stop("two")]);
    await screen.findByRole("dialog", { name: "Step one" });
    act(() => target.remove());
    await waitFor(() => expect(document.querySelector("#driver-dummy-element")).not.toBeNull());
    expect(shown()).toBe("Step one");
    await press("onboarding.next");
    await screen.findByRole("dialog", { name: "Step two" });
  });

  it("restores the attributes of its target", async () => {
    await renderIn(
      "en",
      <button type="button" aria-label="Menu" aria-haspopup="menu" aria-expanded="false" id="place" />,
    );
    tour([stop("one", { find: () => document.querySelector("#place") }), stop("two")]);
    await screen.findByRole("dialog", { name: "Step one" });
    expect(document.querySelector("#place")?.getAttribute("aria-haspopup")).toBe("menu");
    await press("onboarding.next");
    await screen.findByRole("dialog", { name: "Step two" });
    await userEvent.keyboard("{Escape}");
    const left = document.querySelector("#place");
    expect(
      ["aria-haspopup", "aria-expanded", "aria-controls"].map((name) => left?.getAttribute(name)),
    ).toEqual(["menu", "false", null]);
    expect(left?.classList).toHaveLength(0);
  });

  it("waits until a dialog is answered, and ends when one opens", async () => {
    await renderIn("en", <main id="place" />);
    const question = document.createElement("div");
    question.setAttribute("role", "alertdialog");
    document.body.append(question);
    tour([stop("one")]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(shown()).toBeUndefined();
    question.remove();
    await screen.findByRole("dialog", { name: "Step one" });
    document.body.append(question);
    await waitFor(() => expect(tourState.get()).toBe("cancelled"));
    question.remove();
  });

  it("is withdrawn with the user, and counts as not shown", async () => {
    await renderIn("en", <main />);
    tour([stop("one")]);
    await screen.findByRole("dialog");
    act(() => session.setUser(null));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(completed()).toBeNull();
  });

  it("shows a name as plain text, whatever it contains", async () => {
    await renderIn("en", <main />);
    const name = "<img src=x onerror=alert(1)>";
    tour(tourSteps({ ...person, username: name }));
    await screen.findByRole("dialog", { name: say("onboarding.welcome.title", { name, site: "Sitewalk" }) });
    expect(document.querySelector(".driver-popover img")).toBeNull();
  });
});

describe("the steps of the tour", () => {
  it.each<[Language, string, string]>([
    ["en", "amina", "amina"],
    ["en", "", "there"],
    ["ar", "amina", "amina"],
    ["ar", "  ", says("ar")("onboarding.there")],
  ])("begin with a greeting (%s, '%s')", async (language, username, name) => {
    await renderIn(language, <main />);
    const [welcome] = tourSteps({ ...person, username });
    expect(welcome?.title()).toBe(say("onboarding.welcome.title", { name, site: "Sitewalk" }));
    expect(welcome?.find).toBeUndefined();
  });

  it("begin with the first name of a user who gave one", async () => {
    await renderIn("en", <main />);
    const [welcome] = tourSteps({ ...person, username: "amina@site.example", first_name: "Amina" });
    expect(welcome?.title()).toBe(say("onboarding.welcome.title", { name: "Amina", site: "Sitewalk" }));
  });

  it("omit creation for users without the permission", () => {
    const create = (create_project: boolean) =>
      tourSteps({ ...person, can: { ...person.can, create_project } })
        .find(({ id }) => id === "create")
        ?.isShown();
    expect([create(true), create(false)]).toEqual([true, false]);
  });

  it("leave 10 px around their target, with corners of 5 px, and scroll it smoothly to the middle", () => {
    expect(frameOptions(false)).toMatchObject({ stagePadding: 10, stageRadius: 5, smoothScroll: true });
    expect(frameOptions(true)).toMatchObject({ stagePadding: 10, smoothScroll: false, animate: false });
  });
});

describe("the wizard button", () => {
  const answers = {
    "GET /api/projects/recent": () => ok([]),
    "GET /api/projects": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
    "GET /api/visits": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
  };
  let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
  afterEach(async () => {
    act(() => session.setSettings(publicSettings));
    await opened?.close();
    opened = undefined;
  });
  const open = async (language: Language, settings: Settings = wizardOn, who = person) => {
    opened = await openScreen(
      "/projects",
      language,
      { ...answers, "GET /api/settings": () => ok(settings) },
      who,
    );
    await screen.findByRole("contentinfo");
    act(() => session.setSettings(settings));
    return opened;
  };

  it("is shown only where the settings have a wizard", async () => {
    localStorage.setItem("onboardingCompleted", "true");
    await open("en", publicSettings);
    expect(screen.queryByRole("button", { name: say("onboarding.start") })).toBeNull();
    act(() => session.setSettings(wizardOn));
    expect(screen.getByRole("button", { name: say("onboarding.start") })).toBeDefined();
  });

  it.each<Language>(["en", "ar"])(
    "restarts the tour, is disabled and pulses meanwhile, and has the focus afterwards (%s)",
    async (language) => {
      localStorage.setItem("onboardingCompleted", "true");
      const { user } = await open(language);
      const name = say("onboarding.start");
      expect(tourState.get()).toBe("not started");
      for (const _ of [1, 2]) {
        await user.click(screen.getByRole("button", { name }));
        await waitFor(() => expect(shown()).toContain("site-manager"));
        const button = screen.getByRole("button", { name });
        expect(button).toHaveProperty("disabled", true);
        expect(button.className).toContain("anim-shimmer");
        await user.keyboard("{Escape}");
        expect(button).toHaveProperty("disabled", false);
        expect(button.className).not.toContain("anim-shimmer");
        expect(document.activeElement).toBe(button);
      }
    },
  );

  it("starts it automatically for a new user, with steps that a later answer about the user does not extend", async () => {
    await open("en");
    await waitFor(() => expect(shown()).toContain("site-manager"));
    const count = screen.getByText(/^1 of \d+$/).textContent;
    act(() => session.setUser({ ...person, first_name: "Another" }));
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    act(() => session.setUser({ ...person, first_name: "A third" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await press("onboarding.start");
    expect((await screen.findByText(/^1 of \d+$/)).textContent).toBe(count);
  });

  it("does not start it automatically before the profile is complete", async () => {
    await open("en", wizardOn, { ...person, missing_fields: ["phone"] });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(tourState.get()).toBe("not started");
  });
});
