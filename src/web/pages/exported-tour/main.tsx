import "./exported-tour.css";
import { createRoot } from "react-dom/client";
import { readData } from "./data.ts";
import { ExportedTour } from "./exported-tour.tsx";
import { Incomplete } from "./incomplete.tsx";

const dark = matchMedia("(prefers-color-scheme: dark)");
function paint(): void {
  document.documentElement.dataset["theme"] = dark.matches ? "dark" : "light";
}
dark.addEventListener("change", paint);
paint();

const data = readData();
createRoot(document.getElementById("page") ?? document.body).render(
  data ? <ExportedTour data={data} /> : <Incomplete />,
);
