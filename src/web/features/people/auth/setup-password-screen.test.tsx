import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ok } from "#test/web/api-server.ts";
import { atDoor, type Door } from "#web/testing/at-door.tsx";
import { say } from "#web/testing/say.ts";
import { SetupPasswordScreen } from "./setup-password-screen.tsx";

let door: Door;
afterEach(() => door.close());

describe("the first password of a user who registered by a provider", () => {
  it.each(["en", "ar"] as const)("is entered twice, and leads on (%s)", async (language) => {
    door = await atDoor("/setup-password", SetupPasswordScreen, {
      language,
      answers: { "POST /api/set-social-password": () => ok({}) },
    });
    const [first, again] = document.querySelectorAll<HTMLInputElement>("input");
    if (first === undefined || again === undefined) throw new Error("Two fields were expected.");
    await door.user.type(first, "a long walk on site");
    await door.user.type(again, "another");
    await door.user.click(screen.getByRole("button", { name: say("auth.setup_password.submit") }));
    expect(screen.getByText(say("auth.password_mismatch"))).toBeDefined();
    await door.user.clear(again);
    await door.user.type(again, "a long walk on site{Enter}");
    await waitFor(() => expect(door.gone).toEqual(["/dashboard"]));
    expect(door.api.calls("POST /api/set-social-password").map(({ body }) => body)).toEqual([
      { password: "a long walk on site", password_confirmation: "a long walk on site" },
    ]);
  });

  it("can be skipped", async () => {
    door = await atDoor("/setup-password", SetupPasswordScreen);
    await door.user.click(screen.getByRole("button", { name: say("auth.setup_password.later") }));
    expect(door.gone).toEqual(["/dashboard"]);
    expect(door.api.calls("POST /api/set-social-password")).toEqual([]);
  });
});
