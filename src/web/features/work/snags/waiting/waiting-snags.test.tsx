import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { type Act, readAct } from "#web/lib/outbox/act.ts";
import { waitingActs } from "#web/lib/outbox/waiting.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
import { WaitingSnags } from "./waiting-snags.tsx";

const t = says("en");

/** A new snag that waits on this device. */
function anAct(payload: unknown): Act {
  const found = readAct({ guid: "a", kind: "snag", user: 1, project: 1, payload });
  if (found === null) throw new Error("no act");
  return found;
}
const open = () =>
  renderIn(
    "en",
    <QueryClientProvider client={new QueryClient()}>
      <WaitingSnags project={null} />
    </QueryClientProvider>,
  );

afterEach(() => waitingActs.set([]));

describe("new snags that wait", () => {
  it("keep a comment that is being typed when they are sent meanwhile", async () => {
    const user = userEvent.setup();
    waitingActs.set([anAct({ fields: { title: "Crack" }, at: { id_sheet: 5, x: 0, y: 0 }, where: "" })]);
    await open();
    await user.click(screen.getByRole("button", { name: /Crack/ }));
    const field = await screen.findByRole("textbox", { name: t("offline.waiting.comment") });
    await user.type(field, "Wet");
    act(() => waitingActs.set([]));
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Wet");
    await user.clear(screen.getByRole("textbox"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("are left out where another version stored them in an unknown form", async () => {
    waitingActs.set([anAct({ form: "of the future" })]);
    await open();
    expect(screen.queryByText(t("offline.waiting.new_snags"))).toBeNull();
  });
});
