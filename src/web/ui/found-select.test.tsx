import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
import { type Found, FoundSelect } from "./found-select.tsx";

const aSelect = (found: readonly Found[] | undefined) => (
  <FoundSelect
    label="Project"
    found={found}
    onAsk={() => undefined}
    value={null}
    valueName=""
    onChange={() => undefined}
  />
);

it.each([
  ["results still load", undefined, "common.loading"],
  ["there are no results", [], "common.results_zero"],
] as const)("says in its list that %s", async (_, found, text) => {
  const t = says("en");
  await renderIn("en", aSelect(found));
  await userEvent.click(screen.getByRole("combobox", { name: "Project" }));
  expect((await screen.findByRole("listbox")).textContent).toBe(t(text));
});

it("offers the results", async () => {
  await renderIn("en", aSelect([{ id: 7, name: "Harbour Tower" }]));
  await userEvent.click(screen.getByRole("combobox", { name: "Project" }));
  expect((await screen.findByRole("listbox")).textContent).toBe("Harbour Tower");
});
