import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { renderIn } from "#web/testing/in-language.tsx";
import { person } from "#web/testing/open-screen.tsx";
import { says } from "#web/testing/say.ts";
import { isReminderDue, noteReminded } from "./reminder.ts";
import { ReminderScreen } from "./reminder-screen.tsx";

const arabic = says("ar");
const unprotected = { ...person, remind_2fa: true };
afterEach(() => {
  document.cookie = "app-2fa-reminded=; path=/; max-age=0";
});

describe("the reminder of the second factor", () => {
  it.each([
    ["en", "Just a reminder...", "Activate 2FA", "Skip for now"],
    ["ar", arabic("auth.reminder.title"), arabic("auth.reminder.activate"), arabic("auth.reminder.skip")],
  ] as const)("offers to set it up or to skip it (%s)", async (language, title, activate, skip) => {
    const chosen: string[] = [];
    await renderIn(
      language,
      <ReminderScreen onActivate={() => chosen.push("activate")} onSkip={() => chosen.push("skip")} />,
    );
    const user = userEvent.setup();
    expect(screen.getByRole("heading", { name: title })).toBeDefined();
    await user.click(screen.getByRole("button", { name: activate }));
    await user.click(screen.getByRole("button", { name: skip }));
    expect(chosen).toEqual(["activate", "skip"]);
  });

  it("appears once per browser session, and anew for another user", () => {
    expect(isReminderDue(unprotected)).toBe(true);
    noteReminded(unprotected);
    expect(isReminderDue(unprotected)).toBe(false);
    expect(isReminderDue({ ...unprotected, id: person.id + 1 })).toBe(true);
  });

  it("never appears in the demo, nor where the server sees no need", () => {
    expect(isReminderDue({ ...unprotected, is_demo: true })).toBe(false);
    expect(isReminderDue(person)).toBe(false);
  });
});
