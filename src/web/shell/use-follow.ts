import { useRouter } from "@tanstack/react-router";
import { leavePage } from "#web/lib/leave-page.ts";

/** Navigates to a path of this site: to a screen of the application, or to a page of its own such as a viewer. */
export function useFollow(): (path: string, isInPlace?: boolean) => void {
  const router = useRouter();
  return (path, isInPlace = false) => {
    const isScreen = router.getMatchedRoutes(new URL(path, location.origin).pathname)[2] !== undefined;
    if (isScreen && isInPlace) router.history.replace(path);
    else if (isScreen) router.history.push(path);
    else if (isInPlace) location.replace(path);
    else leavePage(path);
  };
}
