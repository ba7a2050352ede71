import { act } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { afterEach, describe, expect, it } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import { properPath } from "#contract/doors.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { doorAt, openDoor } from "./doors.tsx";
import { session } from "./lib/session.ts";
import { atDoor, type Door } from "./testing/at-door.tsx";
import { person } from "./testing/open-screen.tsx";

describe("addresses of the sign-in pages", () => {
  it.each([
    ["/login/", "/login"],
    ["/forgot-password", "/recover"],
    ["/reset-password/", "/recover"],
    ["/home", "/"],
    ["/", "/"],
    ["/visits", "/visits"],
    ["//", "/"],
  ])("%s is %s", (asked, proper) => expect(properPath(asked)).toBe(proper));

  it.each([
    ["/activate", "/activate"],
    ["/activate/abc", "/activate"],
    ["/setup-password", "/setup-password"],
    ["/setup", "/setup"],
    ["/licences", "/licences"],
    ["/licences/abc", undefined],
    ["/login/abc", undefined],
    ["/dashboard", undefined],
  ])("%s is the page %s", (path, door) => expect(doorAt(path)?.path).toBe(door));
});

let opened: Door | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

/** Redirect target of a sign-in page; null when the user may stay there. */
async function sentTo(path: string, user: CurrentUser | null, settings: Partial<PublicSettings> = {}) {
  opened = await atDoor(path, () => null, { settings });
  session.setUser(user);
  const door = doorAt(path);
  if (door === undefined) throw new Error(`There is no door at ${path}.`);
  const page = createRoot(document.createElement("div"));
  const stop = await act(() => openDoor(door, page));
  const [to = null] = opened.gone;
  act(() => page.unmount());
  stop();
  return to;
}

describe("access to sign-in pages", () => {
  it.each([
    ["/register", { enable_registration: false }],
    ["/recover", { smtp_valid: false }],
  ])("%s leads a guest to the sign-in page where it is disabled", async (path, settings) => {
    expect(await sentTo(path, null, settings)).toBe("/login");
  });

  it.each([
    ["/register", { enable_registration: true }],
    ["/recover", { smtp_valid: true }],
    ["/login", {}],
    ["/activate/Abcdefghij1234567890", {}],
  ])("%s is available to a guest", async (path, settings) => {
    expect(await sentTo(path, null, settings)).toBeNull();
  });

  it.each(["/login", "/register", "/2fa"])("%s redirects a signed-in user", async (path) => {
    expect(await sentTo(path, person, { enable_registration: true })).toBe("/dashboard");
  });

  it("the links of emails are open to all users", async () => {
    expect(await sentTo("/activate", person)).toBeNull();
  });

  it("a first password is for a signed-in user without one", async () => {
    expect(await sentTo("/setup-password", null)).toBe("/login");
    await opened?.close();
    expect(await sentTo("/setup-password", person)).toBe("/dashboard");
    await opened?.close();
    expect(await sentTo("/setup-password", { ...person, has_password: false })).toBeNull();
  });
});
