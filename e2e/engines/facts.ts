import type { Tab } from "./tab.ts";

/** Capabilities of an engine on this machine, as reported by the engine. */
export interface Facts {
  /** Renderer, as far as the engine reports it; null without WebGL. */
  readonly webgl: string | null;
  /** H.264 by Media Source Extensions, and as a file. */
  readonly h264: boolean;
  readonly avif: boolean;
  readonly webp: boolean;
  readonly webrtc: boolean;
  readonly serviceWorker: boolean;
}

/** Asks in a page served over http from a loopback address: elsewhere engines withhold features. */
export const factsOf = (tab: Tab): Promise<Facts> =>
  tab.call(async (): Promise<Facts> => {
    const gl = document.createElement("canvas").getContext("webgl");
    const shows = async (data: string) => {
      const image = new Image();
      image.src = data;
      return image.decode().then(
        () => image.naturalWidth > 0,
        () => false,
      );
    };
    const [avif, webp] = await Promise.all([
      shows(
        "data:image/avif;base64,AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=",
      ),
      shows("data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"),
    ]);
    return {
      webgl: gl === null ? null : String(gl.getParameter(gl.RENDERER)),
      h264:
        typeof MediaSource !== "undefined" && MediaSource.isTypeSupported('video/mp4; codecs="avc1.640028"'),
      avif,
      webp,
      webrtc: typeof RTCPeerConnection !== "undefined",
      serviceWorker: "serviceWorker" in navigator,
    };
  });
