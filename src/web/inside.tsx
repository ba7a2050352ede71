import { StrictMode } from "react";
import type { Root } from "react-dom/client";
import { hearInstallOffer } from "./features/media/offline/install-offer.ts";
import { createAppRouter } from "./routes.tsx";
import { App } from "./shell/app.tsx";

/** Renders the application into the page. */
export function openApplication(page: Root): void {
  hearInstallOffer();
  page.render(
    <StrictMode>
      <App router={createAppRouter()} />
    </StrictMode>,
  );
}
