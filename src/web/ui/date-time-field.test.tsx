import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Language } from "#contract/languages.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { DateTimeField } from "./date-time-field.tsx";

const told = vi.fn<(instant: string | null) => void>();

function Field({ isPastOnly }: { isPastOnly: boolean }) {
  const [value, setValue] = useState<string | null>(new Date(2026, 9, 10, 9, 30).toISOString());
  return (
    <DateTimeField
      label="Date"
      value={value}
      isPastOnly={isPastOnly}
      onChange={(next) => {
        told(next);
        setValue(next);
      }}
    />
  );
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 9, 20, 12, 0) });
  told.mockClear();
});
afterEach(() => void vi.useRealTimers());

async function typeDay(language: Language, day: string, isPastOnly = true): Promise<() => string | null> {
  const user = userEvent.setup();
  await renderIn(language, <Field isPastOnly={isPastOnly} />);
  const [segment] = within(screen.getAllByRole("group")[0] ?? document.body).getAllByRole("spinbutton");
  if (segment === undefined) throw new Error("The field has no segments.");
  await user.click(segment);
  await user.keyboard(day);
  await user.click(document.body);
  return () => segment.textContent;
}

describe("a date in the past", () => {
  it.each<Language>(["en", "ar"])(
    "ignores a day later than today, and restores the previous value (%s)",
    async (language) => {
      const shown = await typeDay(language, "25");
      expect(told.mock.calls.flat().every((instant) => new Date(instant ?? "") < new Date(2026, 9, 21))).toBe(
        true,
      );
      expect(Number(shown())).not.toBe(25);
    },
  );

  it("takes today, with seconds :00", async () => {
    const shown = await typeDay("en", "20");
    expect(shown()).toBe("20");
    expect(told.mock.lastCall?.[0]).toBe(new Date(2026, 9, 20, 9, 30, 0, 0).toISOString());
  });

  it("is not required by a field for any date", async () => {
    const shown = await typeDay("en", "25", false);
    expect(shown()).toBe("25");
  });
});
