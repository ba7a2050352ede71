import { Outlet } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useUser } from "#web/lib/session.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Announcement } from "./announcement.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { type CreateAction, CreateDialogs } from "./create-menu.tsx";
import type { HeaderTools } from "./header-tools.ts";
import { IsFramed } from "./loading.tsx";
import { watchPlanRefusals } from "./plan-refusals.ts";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useScreenId } from "./use-screen.ts";

const unpaid = later(() => import("./unpaid-banner.tsx"));

/** Few users have unpaid invoices; only those fetch the notice. */
function Unpaid(): ReactNode {
  const Shown = useLater(unpaid, useSettled())?.UnpaidBanner;
  return Shown && <Shown />;
}

const footer = later(() => import("./footer.tsx"));

/** Below everything else, so it loads after the screen; its line is reserved. */
function FooterOfPage(): ReactNode {
  const Footer = useLater(footer, useSettled())?.Footer;
  return Footer === undefined ? <div className="mt-auto min-h-14" /> : <Footer />;
}

/** Around every screen of a signed-in user: sidebar, top bar, the screen, footer; a bottom bar on phones. */
export function DashboardLayout({
  createActions,
  tools,
}: {
  createActions: readonly CreateAction[];
  tools: HeaderTools;
}): ReactNode {
  const t = useText();
  const user = useUser();
  const isMobile = useIsMobile();
  const screen = useScreenId();
  useEffect(watchPlanRefusals, []);
  // Between sign-out and /login there is a moment without a user.
  if (user === null) return null;
  return (
    <div className="group/frame flex min-h-dvh has-data-offline:pb-18">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-raised px-3 py-2 shadow-float focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
      >
        {t("shell.skip_to_content")}
      </a>
      <Sidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        {user.is_demo && (
          <Banner tone="bad" isEdgeToEdge>
            {t("shell.demo_banner")}
          </Banner>
        )}
        {user.unpaid !== null && <Unpaid />}
        <Announcement isEdgeToEdge />
        <TopBar createActions={createActions} tools={tools} />
        <div className="flex flex-1 flex-col px-4 py-5 max-md:pb-24 md:px-6 lg:px-8">
          <main id="content" tabIndex={-1} className="outline-none">
            <div key={screen} className="anim-page">
              <IsFramed value={true}>
                <Outlet />
              </IsFramed>
            </div>
          </main>
          <FooterOfPage />
        </div>
        {isMobile && <BottomBar createActions={createActions} />}
      </div>
      <CreateDialogs actions={createActions} />
      {tools.companions.map((Companion, at) => (
        <Companion key={at} />
      ))}
    </div>
  );
}
