import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { type Act, readAct } from "#web/lib/outbox/act.ts";
import { waitingActs } from "#web/lib/outbox/waiting.ts";
import { session } from "#web/lib/session.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { person } from "#web/testing/open-screen.tsx";
import { says } from "#web/testing/say.ts";
import { snagKeys } from "../snags.queries.ts";
import { aSnag } from "../testing.ts";
import { Comments } from "./comments.tsx";

const t = says("en");

/** A comment on snag 11 that waits on this device. */
function anAct(more: Partial<Act>): Act {
  const found = readAct({ guid: "a", kind: "snag_comment", user: 1, project: 1, ...more });
  if (found === null) throw new Error("no act");
  return found;
}

afterEach(() => act(() => waitingActs.set([])));

it("shows comments that wait on this device among the others, until the user must decide about them", async () => {
  session.setUser(person);
  const snag = aSnag({ id: 11 });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(snagKeys.comments(11), []);
  const payload = { snag: { id: 11 }, title: snag.title, text: "Wet to the touch" };
  await renderIn(
    "en",
    <QueryClientProvider client={client}>
      <Comments snag={snag} />
    </QueryClientProvider>,
  );
  screen.getByText(t("snags.comments.none"));
  const elsewhere = anAct({ guid: "b", payload: { ...payload, snag: { id: 12 }, text: "Dry" } });
  const ofAnotherVersion = anAct({ guid: "c", payload: { snag: { id: 11 }, words: "?" } });
  act(() => waitingActs.set([anAct({ payload }), elsewhere, ofAnotherVersion]));
  screen.getByText("Wet to the touch");
  screen.getByText(t("offline.waiting.kept"));
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  expect(screen.queryByText(t("snags.comments.none"))).toBeNull();
  act(() => waitingActs.set([anAct({ payload, state: "refused" })]));
  screen.getByText(t("snags.comments.none"));
});
