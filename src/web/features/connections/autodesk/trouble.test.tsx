import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "#web/lib/client.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
import { Trouble } from "./trouble.tsx";

const cases = {
  "not found": new ApiError(404, "AUTODESK_UNKNOWN", ""),
  network: new ApiError(0, "NETWORK", ""),
  permission: new ApiError(403, "AUTODESK_DENIED", ""),
  "a service that is silent": new ApiError(504, "AUTODESK_SILENT", ""),
} as const;

const texts = {
  "not found": "errors.code.AUTODESK_UNKNOWN",
  network: "autodesk.unreachable",
  permission: "errors.code.AUTODESK_DENIED",
  "a service that is silent": "errors.code.AUTODESK_SILENT",
} as const;

it.each(
  (["en", "ar"] as const).flatMap((language) =>
    (Object.keys(cases) as (keyof typeof cases)[]).map((kind) => [language, kind] as const),
  ),
)("missing Autodesk content is explained with a specific message (%s, %s)", async (language, kind) => {
  await renderIn(
    language,
    <Trouble error={cases[kind]} fallback="errors.failed.autodesk_folder" onRetry={() => undefined} />,
  );
  expect(screen.getByRole("alert").textContent).toContain(says(language)(texts[kind]));
});
