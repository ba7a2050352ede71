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
  ["en", "not found", "This no longer exists in Autodesk."],
  ["en", "network", "What is at Autodesk could not be loaded. Check your connection and try again."],
  ["en", "permission", "Your Autodesk account does not have permission to view this."],
  ["en", "a service that is silent", "Autodesk is not responding. Try again later."],
  ["ar", "not found", "لم يعد هذا موجودًا في Autodesk."],
  ["ar", "network", "تعذّر تحميل ما في Autodesk. تحقق من اتصالك وأعد المحاولة."],
  ["ar", "permission", "ليست لحسابك في Autodesk صلاحية عرض هذا."],
  ["ar", "a service that is silent", "خدمة Autodesk لا تستجيب. أعد المحاولة بعد قليل."],
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
