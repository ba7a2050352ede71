import "./styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startLanguage } from "./lib/language.ts";
import { applyTheme, watchTheme } from "./lib/theme.ts";
import { createAppRouter } from "./routes.tsx";
import { App } from "./shell/app.tsx";
import { watchErrors } from "./shell/fatal.ts";

applyTheme();
watchTheme();
watchErrors();
void startLanguage();

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root.");
createRoot(root).render(
  <StrictMode>
    <App router={createAppRouter()} />
  </StrictMode>,
);
