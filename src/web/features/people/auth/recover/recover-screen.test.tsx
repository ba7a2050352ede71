import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ok, refuse } from "#test/web/api-server.ts";
import { type AtDoor, atDoor, type Door } from "#web/testing/at-door.tsx";
import { say } from "#web/testing/say.ts";
import { RecoverScreen } from "./recover-screen.tsx";

let door: Door;
afterEach(() => door.close());

const token = "Abcdefghij_-1234567890";
async function open(path: string, options: AtDoor = {}) {
  door = await atDoor(path, RecoverScreen, options);
  return door;
}

describe("recovering a password", () => {
  it.each(["en", "ar"] as const)(
    "says the same in %s whether such an account exists or not",
    async (language) => {
      const { user, api } = await open("/recover", {
        language,
        answers: { "POST /api/password/email": () => ok({}) },
      });
      await user.type(screen.getByRole("textbox"), " nobody {Enter}");
      expect(await screen.findByText(say("auth.recover.sent", { name: "nobody" }))).toBeDefined();
      expect(api.calls("POST /api/password/email").map(({ body }) => body)).toEqual([
        { username_f: "nobody" },
      ]);
    },
  );

  it("removes the token from the address and sets the new password", async () => {
    const { user, api, gone, address } = await open(`/recover?token=${token}`, {
      answers: {
        "GET /api/password/reset": () => ok({ valid: true }),
        "POST /api/password/reset": () => ok({}),
      },
    });
    const field = await screen.findByLabelText(new RegExp(`^${say("auth.new_password")}`));
    expect(address()).toBe("/recover");
    await user.type(field, "short{Enter}");
    expect(screen.getByText(say("auth.password_short"))).toBeDefined();
    await user.type(field, " but longer now{Enter}");
    await waitFor(() => expect(gone).toEqual(["/login?password=changed"]));
    expect(api.calls("POST /api/password/reset").map(({ body }) => body)).toEqual([
      { token, password: "short but longer now" },
    ]);
  });

  it.each(["en", "ar"] as const)("says in %s that a link is invalid and offers another", async (language) => {
    const { user } = await open(`/recover?token=${token}`, {
      language,
      answers: { "GET /api/password/reset": () => ok({ valid: false }) },
    });
    expect(await screen.findByText(say("auth.recover.dead_title"))).toBeDefined();
    await user.click(screen.getByRole("button", { name: say("auth.recover.ask_again") }));
    expect(screen.getByRole("button", { name: say("auth.recover.submit") })).toBeDefined();
  });

  it("says so when the link expired while the password was entered", async () => {
    const { user } = await open(`/recover?token=${token}`, {
      answers: {
        "GET /api/password/reset": () => ok({ valid: true }),
        "POST /api/password/reset": () => refuse(422, "LINK_INVALID", "Not valid any more."),
      },
    });
    await user.type(
      await screen.findByLabelText(new RegExp(`^${say("auth.new_password")}`)),
      "a long walk on site{Enter}",
    );
    expect(await screen.findByText(say("auth.recover.dead_title"))).toBeDefined();
  });
});
