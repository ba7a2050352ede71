export { ApiError, type ApiErrorDetail } from "./api-error.ts";
export { type Client, type ClientOptions, createClient, type Download, type UploadFile } from "./client.ts";
export type { Input, Item, Output, PagedRoute, Route } from "./types.ts";
export { verifyWebhook, type WebhookHeaders, type WebhookMessage } from "./webhook.ts";
