import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { showToast } from "#web/lib/toasts.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
import { PlainToasts } from "./plain-toasts.tsx";

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe("a toast of the light layer", () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  it("stays for its duration, and is replaced by the next one", async () => {
    await renderIn("en", <PlainToasts />);
    act(() => showToast({ tone: "ok", title: "Saved" }, 4000));
    act(() => showToast({ tone: "ok", title: "Deleted" }, 4000));
    expect(screen.queryByText("Saved")).toBeNull();
    await pass(3900);
    expect(screen.getByRole("status").textContent).toContain("Deleted");
    await pass(200);
    expect(screen.getByRole("status").textContent).toBe("");
  });

  it("waits while the user is about to press its button", async () => {
    const undo = vi.fn<() => void>();
    const user = userEvent.setup({ advanceTimers: (delay) => vi.advanceTimersByTimeAsync(delay) });
    const t = says("ar");
    const [deleted, label] = [t("common.deleted"), t("common.undo")];
    await renderIn("ar", <PlainToasts />);
    act(() => showToast({ tone: "info", title: deleted, action: { label, onAction: undo } }, 1000));
    await user.tab();
    await pass(5000);
    await user.click(screen.getByRole("button", { name: label }));
    expect(undo).toHaveBeenCalledOnce();
    expect(screen.queryByText(deleted)).toBeNull();
  });

  it("is closed by its button", async () => {
    const user = userEvent.setup({ advanceTimers: (delay) => vi.advanceTimersByTimeAsync(delay) });
    await renderIn("en", <PlainToasts />);
    act(() => showToast({ tone: "bad", title: "Not saved" }, 4000));
    await user.click(screen.getByRole("button", { name: says("en")("common.close") }));
    expect(screen.queryByText("Not saved")).toBeNull();
  });
});
