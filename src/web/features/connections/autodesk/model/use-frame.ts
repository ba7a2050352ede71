import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLanguage } from "#web/lib/language.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { type FrameFailure, readFrame, type ToFrame } from "#web/model-frame/frame-words.ts";
import { viewerToken } from "../connection.ts";
import { failureText } from "../failure.ts";

export interface FrameState {
  readonly state: "loading" | "shown" | FrameFailure | "token" | "late";
  readonly detail: string;
}

interface FrameInput {
  readonly script: string;
  readonly styles: string;
  readonly urn: string;
  readonly region: string;
  readonly guid: string;
}

/** Milliseconds until a silent viewer counts as failed. */
const patience = 45_000;

/** Communicates with the viewer's frame: opens the model when it is ready, and sends tokens on request. */
export function useFrame(frame: RefObject<HTMLIFrameElement | null>, input: FrameInput): FrameState {
  const t = useText();
  const client = useQueryClient();
  const language = useLanguage();
  const [state, setState] = useState<FrameState>({ state: "loading", detail: "" });
  const isOpen = useRef(false);
  const { guid } = input;

  const tell = (words: ToFrame) =>
    // A document without an origin cannot be addressed; the message goes to this one window alone.
    frame.current?.contentWindow?.postMessage(words, "*");

  const bring = useEffectEvent(async (isFresh: boolean) => {
    try {
      const { access_token: token, expires_in: expires } = await viewerToken(client, isFresh);
      if (isFresh) return tell({ say: "token", token, expires });
      isOpen.current = true;
      const isDark = document.documentElement.dataset["theme"] === "dark";
      tell({ say: "open", ...input, token, expires, language, isDark });
    } catch (error) {
      setState({ state: "token", detail: "" });
      if (!isFresh) return;
      const title = t("errors.failed.autodesk_refresh");
      const text = failureText(error, "errors.failed.autodesk_refresh", t);
      showToast({ tone: "bad", title, ...(text !== title && { text }) });
    }
  });

  const hear = useEffectEvent(({ source, data }: MessageEvent) => {
    if (source === null || source !== frame.current?.contentWindow) return;
    const said = readFrame(data);
    if (said === null) return;
    if (said.say === "ready") void bring(false);
    else if (said.say === "token-wanted") void bring(true);
    else if (said.say === "failed") setState({ state: said.why, detail: said.detail });
    else setState({ state: "shown", detail: "" });
  });

  useEffect(() => {
    addEventListener("message", hear);
    const late = setTimeout(
      () => setState((now) => (now.state === "loading" ? { state: "late", detail: "" } : now)),
      patience,
    );
    return () => {
      removeEventListener("message", hear);
      clearTimeout(late);
    };
  }, []);

  const show = useEffectEvent((view: string) => {
    if (isOpen.current) tell({ say: "view", guid: view });
  });
  useEffect(() => show(guid), [guid]);
  return state;
}
