import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
import { InstallCard } from "./install-card.tsx";
import { hearInstallOffer, type InstallOffer, installOffer } from "./install-offer.ts";

const day = 86_400_000;
const key = "pwa-install-dismissed";
const began = Date.parse("2026-11-20T08:00:00Z");
let stop: () => void;
let outcome: "accepted" | "dismissed";
const prompt = vi.fn(async () => undefined);

/** The browser offers to install the page. */
function offer(): Event {
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  }) satisfies InstallOffer;
  act(() => void dispatchEvent(event));
  return event;
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** Asynchronous, because the browser responds later. */
const press = (name: string) => act(async () => screen.getByRole("button", { name }).click());
const english = says("en");
const text = english("offline.install.text");

beforeEach(() => {
  vi.useFakeTimers({ now: began });
  outcome = "accepted";
  stop = hearInstallOffer();
});
afterEach(() => {
  stop();
  installOffer.set(null);
  vi.useRealTimers();
  vi.restoreAllMocks();
  prompt.mockClear();
});

describe("install offer", () => {
  it("appears three seconds after the browser makes it, in place of the browser's own", async () => {
    await renderIn("en", <InstallCard />);
    expect(offer().defaultPrevented).toBe(true);
    await pass(2900);
    expect(screen.queryByText(text)).toBeNull();
    await pass(200);
    expect(screen.getByText(text)).toBeDefined();
  });

  it("does not appear without the browser's, nor where it runs as an app already", async () => {
    await renderIn("en", <InstallCard />);
    await pass(10_000);
    expect(screen.queryByText(text)).toBeNull();
    vi.spyOn(globalThis, "matchMedia").mockImplementation(
      (media) => ({ matches: media === "(display-mode: standalone)" }) as MediaQueryList,
    );
    offer();
    await pass(10_000);
    expect(screen.queryByText(text)).toBeNull();
  });

  it.each([
    ["six days", 6 * day, false],
    ["seven days less a second", 7 * day - 1000, false],
    ["seven days and a second", 7 * day + 1000, true],
  ])("returns %s after it was postponed: %s", async (_, passed, isShown) => {
    localStorage.setItem(key, String(began - passed));
    await renderIn("en", <InstallCard />);
    offer();
    await pass(3100);
    expect(screen.queryByText(text) !== null).toBe(isShown);
  });

  it("closes by 'Later', which is stored with its time", async () => {
    await renderIn("en", <InstallCard />);
    offer();
    await pass(3100);
    await press(english("offline.install.later"));
    expect(screen.queryByText(text)).toBeNull();
    expect(Math.abs(Number(localStorage.getItem(key)) - Date.now())).toBeLessThan(1000);
    expect(prompt).not.toHaveBeenCalled();
  });

  it("opens the browser's prompt; declining there is stored, accepting clears what was stored", async () => {
    outcome = "dismissed";
    const { unmount } = await renderIn("en", <InstallCard />);
    offer();
    await pass(3100);
    await press(english("offline.install.action"));
    expect(prompt).toHaveBeenCalledOnce();
    expect(Number(localStorage.getItem(key))).toBeGreaterThanOrEqual(began);
    unmount();

    outcome = "accepted";
    localStorage.setItem(key, String(began - 8 * day));
    await renderIn("en", <InstallCard />);
    offer();
    await pass(3100);
    await press(english("offline.install.action"));
    expect(localStorage.getItem(key)).toBeNull();
    expect(screen.queryByText(text)).toBeNull();
  });

  it("is removed once the app is installed in any way", async () => {
    localStorage.setItem(key, String(began - 8 * day));
    await renderIn("en", <InstallCard />);
    offer();
    await pass(3100);
    act(() => void dispatchEvent(new Event("appinstalled")));
    expect([localStorage.getItem(key), screen.queryByText(text)]).toEqual([null, null]);
  });

  it("explains on a phone without such an offer where to find it, with 'Later' as the only button", async () => {
    Object.defineProperty(navigator, "standalone", { value: false, configurable: true });
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
    );
    const arabic = says("ar");
    await renderIn("ar", <InstallCard />);
    await pass(3100);
    expect(screen.getByText(arabic("offline.install.ios"))).toBeDefined();
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      arabic("offline.install.later"),
    ]);
    Reflect.deleteProperty(navigator, "standalone");
  });
});
