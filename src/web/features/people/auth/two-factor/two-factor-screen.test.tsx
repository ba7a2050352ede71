import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { type AtDoor, atDoor, type Door } from "#web/testing/at-door.tsx";
import { person } from "#web/testing/open-screen.tsx";
import { say, says } from "#web/testing/say.ts";
import { digitsOf } from "#web/ui/plain/code-input.tsx";
import { TwoFactorScreen } from "./two-factor-screen.tsx";

let door: Door;
afterEach(() => door.close());

const waiting: Answers = {
  "GET /api/verify-2fa": () => ok({ pending: true, methods: { code: true, passkey: false } }),
  "POST /api/verify-2fa": ({ body }) =>
    body["code"] === "123456" || body["code"] === "abcd-efgh"
      ? ok({ requires_2fa: false, user: person })
      : refuse(422, "TWO_FACTOR_WRONG", "The code is wrong or has been used already."),
};

async function open(options: AtDoor = {}) {
  door = await atDoor("/2fa", TwoFactorScreen, { ...options, answers: { ...waiting, ...options.answers } });
  return door;
}
const code = () => screen.findByRole("textbox", { name: say("auth.two_factor.code") });
const boxes = () => [...document.querySelectorAll("[data-box]")].map((box) => box.textContent);

describe("the second factor of a sign-in", () => {
  it("is asked for with six boxes and the specified hint", async () => {
    await open();
    await code();
    expect(boxes()).toEqual(["", "", "", "", "", ""]);
    expect(screen.getByText("Enter the 6-digit code from your authenticator app")).toBeDefined();
  });

  it("keeps its boxes left to right on an Arabic page", async () => {
    await open({ language: "ar" });
    expect((await code()).closest("[dir]")?.getAttribute("dir")).toBe("ltr");
    expect(screen.getByText(says("ar")("auth.two_factor.hint"))).toBeDefined();
  });

  it.each([
    ["what is pasted with blanks and dashes", "en", "12 34-56"],
    ["Arabic digits", "ar", "١٢٣٤٥٦"],
    ["Persian digits", "en", "۱۲۳۴۵۶"],
  ] as const)("accepts %s, and signs in as soon as all boxes are full", async (_, language, text) => {
    const { user, gone, api } = await open({ language });
    await user.click(await code());
    await user.paste(text);
    await waitFor(() => expect(gone).toEqual(["/dashboard"]));
    expect(api.calls("POST /api/verify-2fa").map(({ body }) => body)).toEqual([{ code: "123456" }]);
  });

  it("ignores everything that is not a digit", () => {
    expect(digitsOf("a1 ٢-³4\u200f۵")).toBe("1245");
  });

  it.each(["en", "ar"] as const)(
    "rejects a wrong code, says so in %s, and empties the boxes",
    async (language) => {
      const { user, gone } = await open({ language });
      await user.type(await code(), "654321");
      expect(await screen.findByText(say("errors.code.TWO_FACTOR_WRONG"))).toBeDefined();
      expect(boxes()).toEqual(["", "", "", "", "", ""]);
      expect(document.activeElement).toBe(await code());
      expect(gone).toEqual([]);
      await user.type(await code(), "123456");
      await waitFor(() => expect(gone).toEqual(["/dashboard"]));
    },
  );

  it("asks for all six when fewer are submitted", async () => {
    const { user, api } = await open();
    await user.type(await code(), "123{Enter}");
    expect(await screen.findByText(say("auth.two_factor.code_required"))).toBeDefined();
    expect(api.calls("POST /api/verify-2fa")).toEqual([]);
  });

  it("may be a recovery code", async () => {
    const { user, gone } = await open();
    await user.click(await screen.findByRole("button", { name: say("auth.two_factor.use_recovery") }));
    await user.type(
      screen.getByRole("textbox", { name: say("auth.two_factor.recovery_code") }),
      " abcd-efgh {Enter}",
    );
    await waitFor(() => expect(gone).toEqual(["/dashboard"]));
  });

  it("may be a passkey where the account has one and the browser supports them", async () => {
    const both = {
      "GET /api/verify-2fa": () => ok({ pending: true, methods: { code: true, passkey: true } }),
    };
    await open({ answers: both });
    await code();
    expect(screen.queryByRole("button", { name: say("auth.two_factor.use_passkey") })).toBeNull();
    await door.close();
    vi.stubGlobal("PublicKeyCredential", () => undefined);
    door = await atDoor(
      "/2fa",
      () => {
        location.hostname = "site.example";
        return <TwoFactorScreen />;
      },
      { answers: { ...waiting, ...both } },
    );
    expect(await screen.findByRole("button", { name: say("auth.two_factor.use_passkey") })).toBeDefined();
  });

  it("goes back to the sign-in page when it took too long", async () => {
    const { user, gone } = await open({
      answers: { "POST /api/verify-2fa": () => refuse(422, "TWO_FACTOR_EXPIRED", "Too long.") },
    });
    await user.type(await code(), "123456");
    await waitFor(() => expect(gone).toEqual(["/login?two_factor=expired"]));
  });

  it("returns to the sign-in page when no sign-in is pending", async () => {
    const { gone } = await open({
      answers: {
        "GET /api/verify-2fa": () => ok({ pending: false, methods: { code: false, passkey: false } }),
      },
    });
    await waitFor(() => expect(gone).toEqual(["/login"]));
  });
});
