import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { showToast } from "#web/lib/toasts.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
import { ToastRegion } from "./toast-region.tsx";

/** The region; from then on the clock stands still between the steps, also on a busy machine. */
async function shown(): Promise<void> {
  await renderIn("en", <ToastRegion />);
  vi.useFakeTimers();
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe("a toast", () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  it("stays for five seconds and fades for 300 ms before it is removed", async () => {
    await shown();
    act(() => showToast({ tone: "ok", title: "Created" }));
    await pass(4900);
    expect(screen.getByText("Created").closest("[data-leaving]")).toBeNull();
    await pass(150);
    expect(screen.getByText("Created").closest("[data-leaving]")).not.toBeNull();
    await pass(320);
    expect(screen.queryByText("Created")).toBeNull();
  });

  it("stays for its duration", async () => {
    await shown();
    act(() => showToast({ tone: "bad", title: "Upload failed" }, 3000));
    await pass(2900);
    expect(screen.getByText("Upload failed").closest("[data-leaving]")).toBeNull();
    await pass(450);
    expect(screen.queryByText("Upload failed")).toBeNull();
  });

  it("that was raised before the page could show it is shown as soon as possible", async () => {
    showToast({ tone: "info", title: "Early" });
    await renderIn("en", <ToastRegion />);
    expect(screen.getByText("Early")).toBeDefined();
  });

  it("performs its action and closes", async () => {
    const undo = vi.fn<() => void>();
    const user = userEvent.setup({ advanceTimers: (delay) => vi.advanceTimersByTimeAsync(delay) });
    await renderIn("en", <ToastRegion />);
    act(() => showToast({ tone: "ok", title: "Deleted", action: { label: "Undo", onAction: undo } }, 10_000));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(undo).toHaveBeenCalledOnce();
    await pass(350);
    expect(screen.queryByText("Deleted")).toBeNull();
  });

  it("rises above a bar at the bottom edge, and returns when the bar leaves", async () => {
    await renderIn("en", <ToastRegion />);
    const bar = document.createElement("div");
    bar.dataset["bottomBar"] = "";
    bar.getBoundingClientRect = () => new DOMRect(-10, innerHeight - 100, 400, 84);
    document.body.append(bar);
    act(() => showToast({ tone: "ok", title: "Saved" }));
    const lift = () => screen.getByRole("region").style.getPropertyValue("--lift");
    expect(lift()).toBe("112px");
    bar.remove();
    await pass(250);
    expect(lift()).toBe("0px");
  });

  it("has its controls named in Arabic on Arabic pages", async () => {
    const t = says("ar");
    await renderIn("ar", <ToastRegion />);
    act(() => showToast({ tone: "ok", title: t("common.created") }));
    expect(screen.getByRole("region", { name: t("common.notifications") })).toBeDefined();
    expect(screen.getByRole("button", { name: t("common.close") })).toBeDefined();
  });
});
