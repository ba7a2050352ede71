import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ok } from "#test/web/api-server.ts";
import { atDoor, type Door } from "#web/testing/at-door.tsx";
import { SetupPasswordScreen } from "./setup-password-screen.tsx";

let door: Door;
afterEach(() => door.close());

describe("the first password of who came by an account elsewhere", () => {
  it.each([
    ["en", "The two passwords are not the same", "Save password"],
    ["ar", "كلمتا المرور غير متطابقتين", "حفظ كلمة المرور"],
  ] as const)("is typed twice alike, and leads on (%s)", async (language, text, save) => {
    door = await atDoor("/setup-password", SetupPasswordScreen, {
      language,
      answers: { "POST /api/set-social-password": () => ok({}) },
    });
    const [first, again] = document.querySelectorAll<HTMLInputElement>("input");
    if (first === undefined || again === undefined) throw new Error("Two fields were expected.");
    await door.user.type(first, "a long walk on site");
    await door.user.type(again, "another");
    await door.user.click(screen.getByRole("button", { name: save }));
    expect(screen.getByText(text)).toBeDefined();
    await door.user.clear(again);
    await door.user.type(again, "a long walk on site{Enter}");
    await waitFor(() => expect(door.gone).toEqual(["/dashboard"]));
    expect(door.api.calls("POST /api/set-social-password").map(({ body }) => body)).toEqual([
      { password: "a long walk on site", password_confirmation: "a long walk on site" },
    ]);
  });

  it("can wait", async () => {
    door = await atDoor("/setup-password", SetupPasswordScreen);
    await door.user.click(screen.getByRole("button", { name: "Later" }));
    expect(door.gone).toEqual(["/dashboard"]);
    expect(door.api.calls("POST /api/set-social-password")).toEqual([]);
  });
});
