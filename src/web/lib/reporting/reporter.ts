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
 * How errors are reported: one measurement and one replay in ten, and a replay of every error. Replays show shapes:
 * texts, inputs and pictures are masked. Nothing is written into the browser's storage, no session is counted, no
 * request gets a header of it.
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
      // What was pressed names things of the site.
      breadcrumbsIntegration({ dom: false }),
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
      browserTracingIntegration(),
      replayIntegration(replayOptions),
    ],
    // A refusal of the server and a call that was called off are no faults of the program.
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
  // Its worker would be a script that the page's policy refuses; plain text can be scrubbed, too.
  useCompression: false,
  beforeAddRecordingEvent: (event) => {
    // The names of what was pressed.
    if (event.data.tag === "breadcrumb") delete (event.data.payload as { message?: string }).message;
    return event;
  },
} satisfies Parameters<typeof replayIntegration>[0];

/** Begins to report. Returns what tells it of an error that somebody else caught. */
export function openReporter(where: ReportingBoot): (error: unknown) => void {
  init(reporterOptions(where));
  return (error) => void captureException(error);
}
