import { type Browser, expect } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { readyVisit } from "./demo.ts";
import { guestScenes, ownerScenes } from "./reach-scenes.ts";
import { walkScenes } from "./reach-walk.ts";
import { test } from "./server.ts";
import { signIn } from "./sign-in.ts";
import { openViewer } from "./tour-site.ts";
import { words } from "./words.ts";

async function walkViewer(browser: Browser, origin: string, language: Language, isOwner: boolean) {
  const code = await readyVisit(origin);
  return walkScenes(browser, {
    language,
    scenes: isOwner ? ownerScenes : guestScenes,
    open: async (page) => {
      await openViewer(page, `${origin}/viewer/${code}`);
      await expect(
        page.getByRole("navigation", { name: words(language)("viewer.dates.label") }),
      ).toBeVisible();
    },
    signIn: isOwner ? (context) => signIn(context, origin) : undefined,
  });
}

for (const language of ["en", "ar"] as const) {
  test(`lets a guest reach every control of the viewer at every size (${language})`, async ({
    browser,
    server: { origin },
  }) => {
    expect(await walkViewer(browser, origin, language, false)).toEqual([]);
  });

  test(`lets an owner reach every control of the viewer and its forms at every size (${language})`, async ({
    browser,
    server: { origin },
  }) => {
    expect(await walkViewer(browser, origin, language, true)).toEqual([]);
  });
}
