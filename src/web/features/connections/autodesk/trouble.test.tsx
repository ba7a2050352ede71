import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "#web/lib/client.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { Trouble } from "./trouble.tsx";

const cases = {
  "not found": new ApiError(404, "AUTODESK_UNKNOWN", ""),
  network: new ApiError(0, "NETWORK", ""),
  permission: new ApiError(403, "AUTODESK_DENIED", ""),
  "a service that is silent": new ApiError(504, "AUTODESK_SILENT", ""),
} as const;

it.each([
  ["en", "not found", "Autodesk does not have this any more."],
  ["en", "network", "What is at Autodesk could not be loaded. Check your connection and try again."],
  ["en", "permission", "Your Autodesk account may not see this."],
  ["en", "a service that is silent", "Autodesk does not answer. Try again in a while."],
  ["ar", "not found", "لم يعد هذا موجوداً في Autodesk."],
  ["ar", "network", "تعذّر تحميل ما في Autodesk. تحقق من اتصالك وأعد المحاولة."],
  ["ar", "permission", "لا يحق لحسابك في Autodesk رؤية هذا."],
  ["ar", "a service that is silent", "Autodesk لا يستجيب. حاول بعد قليل."],
] as const)(
  "what Autodesk did not give is told in words of its own (%s, %s)",
  async (language, kind, text) => {
    await renderIn(
      language,
      <Trouble error={cases[kind]} fallback="errors.failed.autodesk_folder" onRetry={() => undefined} />,
    );
    expect(screen.getByRole("alert").textContent).toContain(text);
  },
);
