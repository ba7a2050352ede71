import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchConnection } from "#web/lib/connectivity.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
import { BackOnline } from "./back-online.tsx";
import { ConnectionOverlay } from "./connection-overlay.tsx";

const user = userEvent.setup();
const text = says("en");
let isReached = false;

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    if (!isReached) throw new TypeError("Failed to fetch");
    return new Response(null, { status: 204, headers: { "x-sitewalk": "here" } });
  });
  isReached = false;
});
afterEach(() => {
  // The end of a watch sets the connection back.
  watchConnection()();
  vi.restoreAllMocks();
});

function Page({ onContinue = () => undefined }: { onContinue?: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <input aria-label="Name" onFocus={() => setIsOpen(true)} />
      <button type="button" onClick={() => setIsOpen(false)} data-testid="line">
        the line
      </button>
      <ConnectionOverlay isOpen={isOpen} onContinue={onContinue} />
    </>
  );
}

describe("offline overlay", () => {
  it.each([
    ["en", "No Internet Connection"],
    ["ar", "لا يوجد اتصال بالإنترنت"],
  ] as const)("says what is wrong and what may help (%s)", async (language, title) => {
    const textIn = says(language);
    await renderIn(language, <ConnectionOverlay isOpen onContinue={() => undefined} />);
    const overlay = screen.getByRole("alertdialog", { name: title });
    expect(overlay.querySelectorAll("li")).toHaveLength(4);
    for (const tip of ["wifi", "flight", "router", "open_air"] as const)
      expect(screen.getByText(textIn(`offline.tips.${tip}`))).toBeDefined();
    for (const key of ["offline.retry", "offline.continue"] as const)
      expect(screen.getByRole("button", { name: textIn(key) })).toBeDefined();
  });

  it("takes the focus, blocks everything below, stays at Escape, and returns the focus", async () => {
    await renderIn("en", <Page />);
    const field = screen.getByLabelText("Name");
    await user.click(field);
    await user.keyboard("{Escape}");
    const overlay = screen.getByRole("alertdialog");
    expect(overlay.contains(document.activeElement)).toBe(true);
    for (let times = 0; times < 4; times += 1) {
      await user.tab();
      expect(overlay.contains(document.activeElement)).toBe(true);
    }
    expect(screen.queryByRole("textbox"), "what lies beneath is hidden from screen readers").toBeNull();
    act(() => screen.getByTestId("line").click());
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it("checks again by 'Try again' and says when it failed", async () => {
    await renderIn("en", <ConnectionOverlay isOpen onContinue={() => undefined} />);
    await user.click(screen.getByRole("button", { name: text("offline.retry") }));
    expect(await screen.findByText(text("offline.still"))).toBeDefined();
    const asked = vi.mocked(fetch).mock.calls.filter(([url]) => url === "/api/reachable");
    expect(asked).toHaveLength(1);
  });

  it("lets the user continue", async () => {
    const goOn = vi.fn();
    await renderIn("en", <ConnectionOverlay isOpen onContinue={goOn} />);
    await user.click(screen.getByRole("button", { name: text("offline.continue") }));
    expect(goOn).toHaveBeenCalledOnce();
  });
});

describe("restored connection", () => {
  it.each([
    ["en", "Back Online!"],
    ["ar", "عاد الاتصال!"],
  ] as const)("is announced for a second and a half, to screen readers too (%s)", async (language, words) => {
    vi.useFakeTimers();
    const set: ((isBack: boolean) => void)[] = [];
    function Connection() {
      const [isBack, setIsBack] = useState(false);
      set.push(setIsBack);
      return <BackOnline isBack={isBack} />;
    }
    await renderIn(language, <Connection />);
    const place = screen.getByRole("status");
    expect(place.textContent).toBe("");
    act(() => set[0]?.(true));
    expect(place.textContent).toBe(words);
    act(() => void vi.advanceTimersByTime(1400));
    expect(place.textContent).toBe(words);
    act(() => void vi.advanceTimersByTime(200));
    expect(place.textContent).toBe("");
    vi.useRealTimers();
  });
});
