import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createAppRouter } from "./routes.tsx";
import { App } from "./shell/app.tsx";

/** Puts the application into the page. */
export function openApplication(root: Element): void {
  createRoot(root).render(
    <StrictMode>
      <App router={createAppRouter()} />
    </StrictMode>,
  );
}
