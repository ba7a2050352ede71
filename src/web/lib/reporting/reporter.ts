import {
  type BrowserOptions,
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  eventFiltersIntegration,
  functionToStringIntegration,
  globalHandlersIntegration,
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
  makeFetchTransport,
  replayIntegration,
} from "@sentry/browser";
import type { ReportingBoot } from "#contract/pages.ts";
import { isIgnoredError } from "../ignored-errors.ts";
import { scrubEnvelope } from "./envelope.ts";

/**
 * Options of the error reporter: one measurement and one replay in ten, and a replay of every error. Replays show
 * shapes: texts, inputs and images are masked. Nothing is written into the browser's storage, no session is counted, no
 * header is added to a request.
 */
export function reporterOptions({ dsn, release }: ReportingBoot): BrowserOptions {
  return {
    dsn,
    ...(release !== undefined && { release: `sitewalk@${release}` }),
    environment: "production",
    tracesSampleRate: 0.1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    tracePropagationTargets: [],
    sendClientReports: false,
    enhanceFetchErrorMessages: false,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
    },
    defaultIntegrations: false,
    integrations: [
      eventFiltersIntegration(),
      functionToStringIntegration(),
      // The names of clicked elements reveal names from the project.
      breadcrumbsIntegration({ dom: false }),
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
      browserTracingIntegration(),
      replayIntegration(replayOptions),
    ],
    // Server refusals and aborted calls are not faults of the program.
    beforeSend: (event, { originalException }) => (isIgnoredError(originalException) ? null : event),
    transport: (options) => {
      const transport = makeFetchTransport(options);
      return { ...transport, send: (envelope) => transport.send(scrubEnvelope(envelope)) };
    },
  };
}

export const replayOptions = {
  maskAllText: true,
  maskAllInputs: true,
  blockAllMedia: true,
  maskAttributes: [
    "aria-label",
    "alt",
    "title",
    "placeholder",
    "value",
    "href",
    "src",
    "srcset",
    "download",
    "data-key",
  ],
  stickySession: false,
  // Its worker would be a script that the page's policy refuses; plain text can also be scrubbed.
  useCompression: false,
  beforeAddRecordingEvent: (event) => {
    // Removes the names of clicked elements.
    if (event.data.tag === "breadcrumb") delete (event.data.payload as { message?: string }).message;
    return event;
  },
} satisfies Parameters<typeof replayIntegration>[0];

/** Starts reporting. Returns a function that reports an error caught elsewhere. */
export function openReporter(where: ReportingBoot): (error: unknown) => void {
  init(reporterOptions(where));
  return (error) => void captureException(error);
}
