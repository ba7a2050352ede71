import type { RealtimeServer } from "#test/web/realtime-server.ts";

/** Writes the server's address into the page, as the product's own server does. */
export function offerRealtime({ origin }: RealtimeServer): void {
  const { hostname: host, port } = new URL(origin);
  const boot = { realtime: { key: "key", host, port: Number(port), tls: false } };
  const script = `<script type="application/json" id="boot">${JSON.stringify(boot)}</script>`;
  document.head.insertAdjacentHTML("beforeend", script);
}
