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
   * Audience of the page. A guest who signs in, in any tab, continues to the requested page; a member without a session
   * starts at /login. Links of emails are for everyone who has them.
   */
  of: "guest" | "member" | "anybody";
  /** Whether the page exists on this server; otherwise it leads to /login. */
  isThere?: (settings: PublicSettings) => boolean;
  screen: () => Promise<ComponentType>;
}

/**
 * The screens before sign-in, and those open to everyone. They are separate pages, without the router and its
 * dependencies, so that the first screen is shown at once; after sign-in the application is loaded as a fresh page.
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

/** Shows a door, or leads on. Returns a function that stops following other tabs and the settings. */
export async function openDoor(door: Door, page: Root): Promise<() => void> {
  const [Screen] = await Promise.all([door.screen(), setUp(), whenTexts()]);
  keepNext();
  const onwards = wayOn(door);
  if (onwards !== null) {
    leavePage(onwards);
    return () => undefined;
  }
  // Signed in by another tab of this browser: this tab follows.
  const stopFollowing =
    door.of === "guest" &&
    onAuthEvent((type) => {
      if (type === "login") leavePage(takeRedirect());
    });
  const stopWatching = watchDoorSettings(() => {
    const onwards = wayOn(door);
    if (onwards !== null) leavePage(onwards);
  });
  showIn(
    page,
    <Doorway title={door.title}>
      <Screen />
    </Doorway>,
  );
  return () => {
    if (stopFollowing !== false) stopFollowing();
    stopWatching();
  };
}

/** Redirect target of a user for whom this page is not meant; null otherwise. */
function wayOn(door: Door): string | null {
  const [user, settings] = [session.user(), session.settings()];
  if (settings !== null && door.isThere?.(settings) === false) return user ? "/dashboard" : "/login";
  if (door.of === "guest") return user ? takeRedirect() : null;
  if (door.of === "anybody") return null;
  if (!user) return "/login";
  return user.has_password ? "/dashboard" : null;
}
