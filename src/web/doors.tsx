import type { ComponentType } from "react";
import type { Root } from "react-dom/client";
import { type DoorPath, doorPathOf, type PublicPath, publicPathOf } from "#contract/doors.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { onAuthEvent } from "./lib/auth-event.ts";
import { whenTexts } from "./lib/language.ts";
import { leavePage } from "./lib/leave-page.ts";
import { session } from "./lib/session.ts";
import type { TextKey } from "./lib/use-text.ts";
import { keepNext, takeRedirect } from "./shell/after-login.ts";
import { watchDoorSettings } from "./shell/door-settings.ts";
import { Doorway, showIn } from "./shell/doorway.tsx";
import { setUp } from "./shell/set-up.ts";

interface Door {
  path: DoorPath | PublicPath;
  title: TextKey;
  /**
   * Who stands here. A guest who is let in, in whichever tab, goes on to where he wanted; a member without a session
   * begins at /login. Links of mails are for whoever holds them.
   */
  of: "guest" | "member" | "anybody";
  /** Whether there is such a door on this server; where there is none it leads to /login. */
  isThere?: (settings: PublicSettings) => boolean;
  screen: () => Promise<ComponentType>;
}

/**
 * The screens somebody stands at before he is let in, and what everybody may see. They are pages of their own, without the router and all that
 * hangs on it, so that the first one ever seen is there at once; who enters gets the application as a fresh page.
 */
const doors: readonly Door[] = [
  {
    path: "/",
    title: "shell.tagline",
    of: "guest",
    screen: async () => (await import("./features/installation/home/home-screen.tsx")).HomeScreen,
  },
  {
    path: "/licences",
    title: "shell.titles.licences",
    of: "anybody",
    screen: async () => (await import("./features/installation/home/licences-screen.tsx")).LicencesScreen,
  },
  {
    path: "/showcase",
    title: "showcase.title",
    of: "anybody",
    screen: async () => (await import("./features/media/showcase/showcase-door.tsx")).ShowcaseDoor,
  },
  {
    path: "/user",
    title: "shell.titles.person",
    of: "anybody",
    screen: async () =>
      (await import("./features/people/profile/public/public-profile-door.tsx")).PublicProfileDoor,
  },
  {
    path: "/login",
    title: "shell.titles.login",
    of: "guest",
    screen: async () => (await import("./features/people/auth/login-screen.tsx")).LoginScreen,
  },
  {
    path: "/register",
    title: "shell.titles.register",
    of: "guest",
    isThere: ({ enable_registration }) => enable_registration,
    screen: async () => (await import("./features/people/auth/register/register-screen.tsx")).RegisterScreen,
  },
  {
    path: "/recover",
    title: "shell.titles.recover",
    of: "anybody",
    isThere: ({ smtp_valid }) => smtp_valid,
    screen: async () => (await import("./features/people/auth/recover/recover-screen.tsx")).RecoverScreen,
  },
  {
    path: "/2fa",
    title: "shell.titles.two_factor",
    of: "guest",
    screen: async () =>
      (await import("./features/people/auth/two-factor/two-factor-screen.tsx")).TwoFactorScreen,
  },
  {
    path: "/activate",
    title: "shell.titles.activate",
    of: "anybody",
    screen: async () => (await import("./features/people/auth/activate/activate-screen.tsx")).ActivateScreen,
  },
  {
    path: "/setup-password",
    title: "shell.titles.setup_password",
    of: "member",
    screen: async () =>
      (await import("./features/people/auth/setup-password-screen.tsx")).SetupPasswordScreen,
  },
  {
    path: "/setup",
    title: "shell.titles.setup",
    of: "guest",
    screen: async () => (await import("./features/people/auth/setup-door.tsx")).SetupDoor,
  },
];

export function doorAt(path: string): Door | undefined {
  const found = doorPathOf(path) ?? publicPathOf(path);
  return doors.find((door) => door.path === found);
}

export async function openDoor(door: Door, page: Root): Promise<void> {
  const [Screen] = await Promise.all([door.screen(), setUp(), whenTexts()]);
  keepNext();
  const onwards = wayOn(door);
  if (onwards !== null) {
    leavePage(onwards);
    return;
  }
  // Signed in by another tab of this browser: this one follows.
  if (door.of === "guest")
    onAuthEvent((type) => {
      if (type === "login") leavePage(takeRedirect());
    });
  watchDoorSettings(() => {
    const onwards = wayOn(door);
    if (onwards !== null) leavePage(onwards);
  });
  showIn(
    page,
    <Doorway title={door.title}>
      <Screen />
    </Doorway>,
  );
}

/** Where somebody goes instead who has no business at this door; null for who has. */
function wayOn(door: Door): string | null {
  const [user, settings] = [session.user(), session.settings()];
  if (settings !== null && door.isThere?.(settings) === false) return user ? "/dashboard" : "/login";
  if (door.of === "guest") return user ? takeRedirect() : null;
  if (door.of === "anybody") return null;
  if (!user) return "/login";
  return user.has_password ? "/dashboard" : null;
}
