import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
import { Button } from "./button.tsx";
import { Modal } from "./modal.tsx";

function Page({ isDismissable = true }: { isDismissable?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>Open</Button>
      <Modal title="Add visit" isOpen={isOpen} onClose={() => setIsOpen(false)} isDismissable={isDismissable}>
        <input aria-label="Name" />
      </Modal>
    </>
  );
}

describe("a modal", () => {
  it("closes by Escape and returns the focus", async () => {
    const user = userEvent.setup();
    await renderIn("en", <Page />);
    const opener = screen.getByRole("button", { name: "Open" });
    await user.click(opener);
    expect(screen.getByRole("dialog", { name: "Add visit" })).toBeDefined();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it("stays open on Escape and has no close button while closing would lose work", async () => {
    const user = userEvent.setup();
    await renderIn("en", <Page isDismissable={false} />);
    await user.click(screen.getByRole("button", { name: "Open" }));
    await user.keyboard("{Escape}");
    expect(screen.getByRole("dialog", { name: "Add visit" })).toBeDefined();
    expect(screen.queryByRole("button", { name: says("en")("common.close") })).toBeNull();
  });

  it("closes by a press on the overlay, and not by one elsewhere in the page", async () => {
    const user = userEvent.setup();
    await renderIn("en", <Page />);
    await user.click(screen.getByRole("button", { name: "Open" }));
    // Like an option of a list that opened over the dialog and is removed while it is pressed.
    const option = document.body.appendChild(document.createElement("div"));
    await user.click(option);
    option.remove();
    expect(screen.getByRole("dialog", { name: "Add visit" })).toBeDefined();
    const veil = document.querySelector("[data-veil]");
    if (veil === null) throw new Error("There is no veil.");
    await user.click(veil);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("closes by its close button, which has an Arabic name on Arabic pages", async () => {
    const user = userEvent.setup();
    await renderIn("ar", <Page />);
    await user.click(screen.getByRole("button", { name: "Open" }));
    await user.click(screen.getByRole("button", { name: says("ar")("common.close") }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
