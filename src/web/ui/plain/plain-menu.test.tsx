import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Ellipsis } from "lucide-react";
import { describe, expect, it, vi } from "vitest";
import { renderIn } from "#web/testing/in-language.tsx";
import { PlainIconButton } from "./plain-icon-button.tsx";
import { PlainMenu, PlainMenuItem } from "./plain-menu.tsx";

const pick = vi.fn<(name: string) => void>();

async function open(selected?: string) {
  await renderIn(
    "en",
    <PlainMenu label="Speed" selected={selected} trigger={<PlainIconButton icon={Ellipsis} label="Speed" />}>
      <PlainMenuItem id="slow" label="Slow" onAction={() => pick("slow")} />
      <PlainMenuItem id="never" label="Never" isDisabled onAction={() => pick("never")} />
      <PlainMenuItem id="fast" label="Fast" onAction={() => pick("fast")} />
      <PlainMenuItem id="page" label="More" href="/more" note="On a page of its own" />
    </PlainMenu>,
  );
  const user = userEvent.setup();
  const button = screen.getByRole("button", { name: "Speed" });
  await user.click(button);
  return { user, button };
}

describe("a menu of the light layer", () => {
  it("opens at its button and focuses its first entry", async () => {
    const { button } = await open();
    expect(button.getAttribute("aria-expanded")).toBe("true");
    const menu = screen.getByRole("menu", { name: "Speed" });
    expect(document.activeElement).toBe(within(menu).getByRole("menuitem", { name: "Slow" }));
  });

  it("moves through its entries with the arrow keys, skips disabled ones, and wraps around", async () => {
    const { user } = await open();
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement?.textContent).toBe("Fast");
    await user.keyboard("{End}{ArrowDown}");
    expect(document.activeElement?.textContent).toBe("Slow");
    await user.keyboard("{ArrowUp}");
    expect(document.activeElement?.getAttribute("href")).toBe("/more");
  });

  it("performs the pressed action, closes, and returns the focus", async () => {
    const { user, button } = await open();
    await user.keyboard("{ArrowDown}{Enter}");
    expect(pick).toHaveBeenLastCalledWith("fast");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it("does nothing for a disabled entry", async () => {
    pick.mockClear();
    const { user } = await open();
    await user.click(screen.getByText("Never"));
    expect(pick).not.toHaveBeenCalled();
    expect(screen.getByRole("menu")).toBeDefined();
  });

  it("marks its selected entry, and starts there", async () => {
    await open("fast");
    const chosen = screen.getByRole("menuitemradio", { checked: true });
    expect(chosen.textContent).toBe("Fast");
    expect(document.activeElement).toBe(chosen);
  });

  it("closes by Escape with the focus back, and by a press beside it", async () => {
    const { user, button } = await open();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(button);
    await user.click(button);
    await user.click(document.body);
    expect(screen.queryByRole("menu")).toBeNull();
  });
});
