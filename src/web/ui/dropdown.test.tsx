import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { soon } from "#test/soon.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { Button } from "./button.tsx";
import { Menu, MenuItem } from "./menu.tsx";
import { Popover } from "./popover.tsx";

afterEach(() => vi.restoreAllMocks());

const aMenu = (onAction = () => undefined) => (
  <Menu trigger={<Button>Actions</Button>}>
    <MenuItem label="Rename" onAction={onAction} />
    <MenuItem label="Delete" onAction={onAction} isDestructive />
  </Menu>
);

/** Places the button this many pixels from the upper edge of a window of 768 px. */
function putButtonAt(top: number): void {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(100, top, 120, 36));
}

const side = () => screen.getByRole("menu").closest("[data-placement]")?.getAttribute("data-placement");

describe("a dropdown", () => {
  it("is opened and closed by the button, which exposes whether it is open", async () => {
    const user = userEvent.setup();
    await renderIn("en", aMenu());
    const button = screen.getByRole("button", { name: "Actions" });
    expect(button.getAttribute("aria-haspopup")).toBe("menu");
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await user.click(button);
    expect(screen.getByRole("menu", { name: "Actions" })).toBeDefined();
    expect(button.getAttribute("aria-expanded")).toBe("true");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    await soon(() => expect(document.activeElement).toBe(button));
  });

  it("focuses its first entry when opened by a key, and performs the selected action", async () => {
    const user = userEvent.setup();
    const act = vi.fn();
    await renderIn("en", aMenu(act));
    await user.tab();
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement?.textContent).toBe("Rename");
    await user.keyboard("{ArrowDown}{Enter}");
    expect(act).toHaveBeenCalledOnce();
    expect(screen.queryByRole("menu")).toBeNull();
  });

  it("opens below while there are 384 px, above when there is more room there", async () => {
    const user = userEvent.setup();
    await renderIn("en", aMenu());
    putButtonAt(768 - 36 - 384);
    await user.click(screen.getByRole("button", { name: "Actions" }));
    expect(side()).toBe("bottom");
    await user.keyboard("{Escape}");
    putButtonAt(768 - 36 - 383);
    await user.click(screen.getByRole("button", { name: "Actions" }));
    expect(side()).toBe("bottom");
    await user.keyboard("{Escape}");
    putButtonAt(700);
    await user.click(screen.getByRole("button", { name: "Actions" }));
    expect(side()).toBe("top");
  });

  it("is a named dialog unless it is a menu, and can close itself", async () => {
    const user = userEvent.setup();
    await renderIn(
      "en",
      <Popover label="Filters" trigger={<Button>Open</Button>}>
        {(close) => <Button onPress={close}>Done</Button>}
      </Popover>,
    );
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(screen.getByRole("dialog", { name: "Filters" })).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Done" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
