import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Map as MapIcon } from "lucide-react";
import { describe, expect, it, vi } from "vitest";
import { renderIn } from "#web/testing/in-language.tsx";
import { PlainIconButton } from "./plain-icon-button.tsx";

describe("an icon button of the light layer", () => {
  it("has its name for screen readers and shows it on keyboard focus", async () => {
    await renderIn("en", <PlainIconButton icon={MapIcon} label="Plan" />);
    expect(screen.queryByText("Plan")).toBeNull();
    const user = userEvent.setup();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Plan" }));
    expect(screen.getByText("Plan").ariaHidden).toBe("true");
    await user.keyboard("{Escape}");
    expect(screen.queryByText("Plan")).toBeNull();
  });

  it("shows its name on hover with a mouse, and not once it is pressed", async () => {
    const press = vi.fn<() => void>();
    await renderIn("en", <PlainIconButton icon={MapIcon} label="Plan" onPress={press} />);
    const user = userEvent.setup();
    const button = screen.getByRole("button", { name: "Plan" });
    await user.hover(button);
    expect(await screen.findByText("Plan")).toBeDefined();
    await user.click(button);
    expect(press).toHaveBeenCalledOnce();
    expect(screen.queryByText("Plan")).toBeNull();
  });

  it("that is disabled stays focusable and does nothing", async () => {
    const press = vi.fn<() => void>();
    await renderIn("en", <PlainIconButton icon={MapIcon} label="Plan" isDisabled onPress={press} />);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard("{Enter}");
    const button = screen.getByRole("button", { name: "Plan" });
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(press).not.toHaveBeenCalled();
  });
});
