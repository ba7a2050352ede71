import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { renderIn } from "#web/testing/in-language.tsx";
import { Badge } from "./badge.tsx";
import { Modal } from "./modal.tsx";
import { NumberField } from "./number-field.tsx";
import { TextArea } from "./text-area.tsx";
import { TextField } from "./text-field.tsx";

describe("a count in a corner", () => {
  it.each([
    [1, "1"],
    [99, "99"],
    [100, "99+"],
    [12_000, "99+"],
    [0, ""],
  ])("of %i shows '%s'", async (count, text) => {
    const { container } = await renderIn("en", <Badge count={count} />);
    expect(container.textContent).toBe(text);
  });
});

describe("a number with steppers", () => {
  function Floors({ max = 3 }: { max?: number }) {
    const [value, setValue] = useState(1);
    return <NumberField label="Floors" value={value} onChange={setValue} maxValue={max} />;
  }

  it("changes by one between zero and its limit, and no further", async () => {
    const user = userEvent.setup();
    await renderIn("en", <Floors />);
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Floors" });
    for (let press = 0; press < 4; press += 1)
      await user.click(screen.getByRole("button", { name: /Increase/ }));
    expect(field.value).toBe("3");
    for (let press = 0; press < 5; press += 1)
      await user.click(screen.getByRole("button", { name: /Decrease/ }));
    expect(field.value).toBe("0");
  });

  it("clamps a typed number to its limit", async () => {
    const user = userEvent.setup();
    await renderIn("en", <Floors max={40} />);
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Floors" });
    await user.clear(field);
    await user.type(field, "900{Tab}");
    expect(field.value).toBe("40");
  });
});

describe("a field", () => {
  it("that is required shows an asterisk and is announced as required to screen readers", async () => {
    await renderIn("en", <TextField label="Name" isRequired />);
    expect(screen.getByText("*").className).toContain("text-bad-text");
    expect(screen.getByRole("textbox", { name: /^Name/ }).getAttribute("aria-required")).toBe("true");
  });

  it.each([
    ["en", "5/100 characters"],
    ["ar", /5\/100/],
  ] as const)("counts its characters in %s", async (language, text) => {
    await renderIn(language, <TextField label="Name" defaultValue="ab" maxLength={100} hasCounter />);
    await userEvent.type(screen.getByRole("textbox"), "cde");
    expect(screen.getByText(text)).toBeDefined();
  });

  it("for longer texts is ten lines high", async () => {
    await renderIn("en", <TextArea label="Description" />);
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").rows).toBe(10);
  });
});

describe("a modal's width", () => {
  it("differs for each of its four sizes", async () => {
    const looks = new Set<string>();
    for (const size of ["sm", "md", "lg", "xl"] as const) {
      const { unmount } = await renderIn(
        "en",
        <Modal title={size} size={size} isOpen onClose={() => undefined}>
          Text
        </Modal>,
      );
      const box = screen.getByRole("dialog", { name: size }).parentElement;
      looks.add([...(box?.classList ?? [])].filter((name) => name.includes("max-w")).join(" "));
      unmount();
    }
    expect(looks.size).toBe(4);
  });
});
