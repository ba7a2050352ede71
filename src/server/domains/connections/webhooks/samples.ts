import type { webhooksApi } from "#contract/webhooks.ts";
import type { SamplePlace, Samples } from "#server/platform/samples.ts";

const hook = ({ id_webhook }: SamplePlace) => ({ params: { id: id_webhook } });

export const samples: Samples<keyof typeof webhooksApi> = {
  "GET /api/webhooks": () => ({}),
  "POST /api/webhooks": ({ id_project }) => ({
    body: { url: "https://hooks.example/sitewalk", events: ["snag.created"], id_project },
  }),
  "PUT /api/webhooks/{id}": (place) => ({ ...hook(place), body: { description: "Office" } }),
  "DELETE /api/webhooks/{id}": hook,
  "POST /api/webhooks/{id}/secret": hook,
  "POST /api/webhooks/{id}/ping": hook,
  "GET /api/webhooks/{id}/deliveries": hook,
  "POST /api/webhooks/{id}/deliveries/{delivery}/again": ({ id_webhook, id_delivery }) => ({
    params: { id: id_webhook, delivery: id_delivery },
  }),
};
