import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { renderIn } from "#web/testing/in-language.tsx";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

/** Ids that are referenced on the page, but do not exist. */
const missing = () =>
  [...document.querySelectorAll("[aria-labelledby]")]
    .flatMap((one) => (one.getAttribute("aria-labelledby") ?? "").split(/\s+/))
    .filter((id) => document.getElementById(id) === null);

/** Its buttons are pending from the first click on; with the response they are removed, like those of a dialog. */
function Page({ onBegin }: { onBegin: () => void }) {
  const [isWaiting, setIsWaiting] = useState(false);
  const [isAnswered, setIsAnswered] = useState(false);
  const begin = () => {
    onBegin();
    setIsWaiting(true);
  };
  if (isAnswered) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <Button type="submit" isPending={isWaiting}>
        Save
      </Button>
      <IconButton icon={Trash2} label="Delete" hasTooltip={false} isPending={isWaiting} onPress={begin} />
      <button type="button" onClick={() => setIsAnswered(true)}>
        The answer comes
      </button>
    </form>
  );
}

describe.each(["Save", "Delete"])("a pending button (%s)", (name) => {
  it("keeps the focus, does nothing, and announces that", async () => {
    const user = userEvent.setup();
    const onBegin = vi.fn();
    await renderIn("en", <Page onBegin={onBegin} />);
    const button = screen.getByRole("button", { name });
    await user.click(button);
    expect(screen.getByRole("button", { name })).toBe(button);
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(button.getAttribute("aria-busy")).toBe("true");
    expect(button.dataset["pending"]).toBe("true");
    await user.click(button);
    await user.keyboard("{Enter} ");
    expect(onBegin).toHaveBeenCalledOnce();
  });

  it("leaves no dangling references when it is removed", async () => {
    const user = userEvent.setup();
    await renderIn("en", <Page onBegin={() => {}} />);
    await user.click(screen.getByRole("button", { name }));
    expect(missing()).toEqual([]);
    act(() => screen.getByText("The answer comes").click());
    expect(screen.queryByRole("button")).toBeNull();
    expect(missing()).toEqual([]);
  });
});
