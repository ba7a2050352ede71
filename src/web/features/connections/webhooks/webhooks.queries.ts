import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Webhook, WebhookDelivery } from "#contract/webhooks.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";

const keys = {
  all: ["webhooks"],
  list: ["webhooks", "list"],
  deliveries: (id: number, page: number, onlyFailed: boolean) => [
    "webhooks",
    "deliveries",
    id,
    page,
    onlyFailed,
  ],
} as const;

/** Deliveries wait for the response of a third-party server: an open page polls by itself. */
const lookAgain = 15_000;
const lookSoon = 3000;

export function useWebhooks() {
  return useQuery({
    queryKey: keys.list,
    queryFn: ({ signal }) => call("GET /api/webhooks", {}, { signal }),
    refetchInterval: lookAgain,
  });
}

export const perPage = 20;

export function useDeliveries(id: number, page: number, onlyFailed: boolean) {
  return useQuery({
    queryKey: keys.deliveries(id, page, onlyFailed),
    queryFn: ({ signal }) =>
      call(
        "GET /api/webhooks/{id}/deliveries",
        { params: { id }, query: { page, per_page: perPage, ...(onlyFailed && { failed: "1" as const }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === "waiting") === true ? lookSoon : lookAgain,
  });
}

export type WebhookFields = Pick<Webhook, "url" | "description" | "events" | "id_project">;

function useAct<T, R>(act: (given: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export const useAddWebhook = () =>
  useAct((body: Body<"POST /api/webhooks">) => call("POST /api/webhooks", { body }, quiet));
export const useChangeWebhook = () =>
  useAct(({ id, body }: { id: number; body: Body<"PUT /api/webhooks/{id}"> }) =>
    call("PUT /api/webhooks/{id}", { params: { id }, body }, quiet),
  );
export const useDeleteWebhook = () =>
  useAct((id: number) => call("DELETE /api/webhooks/{id}", { params: { id } }, quiet));
export const useNewSecret = () =>
  useAct((id: number) => call("POST /api/webhooks/{id}/secret", { params: { id } }, quiet));
export const usePing = () =>
  useAct((id: number) => call("POST /api/webhooks/{id}/ping", { params: { id } }, quiet));
export const useSendAgain = (id: number) =>
  useAct(({ id: delivery }: WebhookDelivery) =>
    call("POST /api/webhooks/{id}/deliveries/{delivery}/again", { params: { id, delivery } }, quiet),
  );
